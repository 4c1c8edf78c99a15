import { permutedIndex, permutedPlace } from './permuted-index.js'

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
