import { calibrationSize, type CertifiedSpec } from '@cges-fleet/methods'

const ROUNDS = 8

/**
 * Returns the index of `position` in a seeded shuffle of 0 … size − 1, without holding the shuffle: for a fixed size
 * and seed, each position has an index of its own. Trials are started in this order, because files are often sorted.
 *
 * A Feistel network over the next power of four, walked until it lands inside. Constant memory, and constant time on
 * average. `size` is 1 … 2^32, `position` a whole number below it, `seed` a safe integer ≥ 0; else a RangeError.
 * Source: Black and Rogaway, Ciphers with arbitrary finite domains (2002), cycle walking.
 */
export function permutedIndex(position: number, size: number, seed: number): number {
  checkPlace(position, size)
  const halfBits = halfBitsOf(size)
  let place = position
  do place = shuffleOnce(place, halfBits, seed)
  while (place >= size)
  return place
}

/** Returns the position at which `permutedIndex` gives this index: its inverse, with the same ranges and errors. */
export function permutedPlace(index: number, size: number, seed: number): number {
  checkPlace(index, size)
  const halfBits = halfBitsOf(size)
  let place = index
  do place = unshuffleOnce(place, halfBits, seed)
  while (place >= size)
  return place
}

function checkPlace(position: number, size: number): void {
  if (!Number.isInteger(size) || size < 1 || size > 2 ** 32) throw new RangeError(`size ${size} is not in 1 … 2^32`)
  if (!Number.isInteger(position) || position < 0 || position >= size) {
    throw new RangeError(`position ${position} is not in 0 … ${size - 1}`)
  }
}

function halfBitsOf(size: number): number {
  return Math.max(1, Math.ceil(Math.log2(size) / 2))
}

/** A bijection on 0 … 4^halfBits − 1. */
function shuffleOnce(value: number, halfBits: number, seed: number): number {
  const half = 2 ** halfBits
  let left = Math.floor(value / half)
  let right = value % half
  for (let round = 0; round < ROUNDS; round += 1) {
    const mixed = hash(right, seed, round) % half
    ;[left, right] = [right, (left ^ mixed) >>> 0]
  }
  return left * half + right
}

function unshuffleOnce(value: number, halfBits: number, seed: number): number {
  const half = 2 ** halfBits
  let left = Math.floor(value / half)
  let right = value % half
  for (let round = ROUNDS - 1; round >= 0; round -= 1) {
    const mixed = hash(left, seed, round) % half
    ;[left, right] = [(right ^ mixed) >>> 0, left]
  }
  return left * half + right
}

/** A 32-bit integer hash of its three arguments (the finaliser of MurmurHash3 after each). */
function hash(value: number, seed: number, round: number): number {
  const low = seed % 2 ** 32
  const high = Math.floor(seed / 2 ** 32)
  return mix(mix(mix(mix(round + 1) ^ low) ^ high) ^ value)
}

function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The rule for which trials are audited: a share of them from 0 to 1, in an order given by the seed. */
export interface AuditOf {
  readonly audit: number
  readonly questions: number
  readonly seed: number
}

/** Shares are counted in parts of a million, so that multiples of them are whole numbers. */
const PARTS = 1_000_000

/**
 * Whether a trial is audited. Depends on its question's position and its replicate alone, so that whoever asks chooses
 * the same, and adding replicates or methods changes no choice.
 *
 * Of the trials of n replicates it is n · questions · audit, rounded up. They are spread evenly over a random order of
 * the questions, another in each replicate: a simple random sample of them.
 */
export function isAudited(trial: { readonly position: number; readonly replicate: number }, of: AuditOf): boolean {
  if (of.audit === 0) return false
  const place = permutedPlace(trial.position, of.questions, seedOf(of, trial.replicate))
  return isChosen(trial.replicate * of.questions + place, of.audit)
}

/**
 * Lists the audited trials of a number of replicates, each as replicate · questions + position, in time linear in the
 * trials listed.
 */
export function auditedTrials(of: AuditOf, replicates: number): number[] {
  const { questions, audit } = of
  return Array.from({ length: countAudited(of, replicates) }, (_, nth) => {
    const place = Math.floor((nth * PARTS) / partsOf(audit))
    const replicate = Math.floor(place / questions)
    return replicate * questions + permutedIndex(place % questions, questions, seedOf(of, replicate))
  })
}

/** Counts the audited trials of a number of replicates, without listing them. */
export function countAudited({ questions, audit }: Pick<AuditOf, 'audit' | 'questions'>, replicates: number): number {
  return chosenBefore(replicates * questions, audit)
}

function isChosen(place: number, share: number): boolean {
  return chosenBefore(place + 1, share) > chosenBefore(place, share)
}

function chosenBefore(place: number, share: number): number {
  return Math.ceil((place * partsOf(share)) / PARTS)
}

function partsOf(share: number): number {
  return Math.round(share * PARTS)
}

function seedOf({ seed }: AuditOf, replicate: number): number {
  return (seed + replicate) % Number.MAX_SAFE_INTEGER
}

/** The questions a threshold is fixed on, and whether they are all there are: then those too are decided by it. */
export interface CalibrationQuestions {
  readonly positions: ReadonlySet<number>
  readonly all: boolean
}

/**
 * Chooses the questions, by position from 0 to `questions` − 1, that a certified threshold is fixed on: the first of the
 * evaluation's seeded order, in its first replicate.
 */
export function calibrationQuestions(spec: CertifiedSpec, questions: number, seed: number): CalibrationQuestions {
  const size = Math.min(questions, calibrationSize(spec))
  const positions = Array.from({ length: size }, (_, place) => permutedIndex(place, questions, seed))
  return { positions: new Set(positions), all: size === questions }
}
