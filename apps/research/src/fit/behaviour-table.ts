import {
  decide,
  isTrialMethod,
  type MethodSpec,
  parseMethodSpec,
  seededRandom,
  type SeededRandom,
  type Vote,
} from '@cges-fleet/methods'
import { drawAnswer, RIGHT } from '../profile/draw-answer.js'
import { wrongAnswers } from '../profile/wrong-answers.js'

/** The fitted quantities, in the order of a table's numbers: accuracy of SC in [0, 1], and calls. */
export const QUANTITIES = ['sc@4', 'sc@8', 'sc@16', 'asc-beta@8', 'asc-beta@16', 'esc-w4@16', 'esc-w8@16'] as const

const STREAMS = 4096
const CHANCES = Array.from({ length: 49 }, (_, at) => Math.sin((Math.PI * at) / 96) ** 2)
const KAPPAS = Array.from({ length: 12 }, (_, at) => 0.25 * 100 ** (at / 11))

export const KAPPA_RANGE = [0.25, 25] as const

/** Every quantity by κ and by a question's chance of a right answer, between which it is interpolated. */
export interface BehaviourTable {
  /** The quantities' means over questions with these chances, in the order of `QUANTITIES`. */
  readonly over: (chances: readonly number[], kappa: number) => number[]
}

/**
 * Tabulates what SC, ASC-β and ESC make of a question, by simulating 4,096 streams of 16 answers at each place through the
 * methods themselves; `options` as for `wrongAnswers`. Deterministic. The table makes each step of a fit a smooth sum.
 */
export function behaviourTable(options: number | null): BehaviourTable {
  const random = seededRandom(`behaviour ${options ?? 'open'}`)
  const table = KAPPAS.map((kappa) => CHANCES.map((p) => meansAt(p, kappa, options, random)))
  return { over: (chances, kappa) => interpolated(table, chances, kappa) }
}

function meansAt(p: number, kappa: number, options: number | null, random: SeededRandom): number[] {
  const sums = QUANTITIES.map(() => 0)
  for (let stream = 0; stream < STREAMS; stream += 1) {
    const wrong = wrongAnswers(kappa, options, random)
    const votes = Array.from({ length: 16 }, (): Vote => ({
      answer: drawAnswer(p, wrong, random.next),
      confidences: {},
    }))
    for (const [at, value] of valuesOf(votes).entries()) sums[at] = (sums[at] ?? 0) + value
  }
  return sums.map((sum) => sum / STREAMS)
}

const [SC4, SC8, SC16, ASC, ESC4, ESC8] = ['sc@4', 'sc@8', 'sc', 'asc-beta', 'esc:window=4', 'esc:window=8'].map(spec)

/** One stream's numbers. ASC-β at 8 calls is ASC-β at 16, cut off: its test does not know the budget. */
function valuesOf(votes: readonly Vote[]): number[] {
  const asc = stop(ASC, votes).calls
  const right = (method: MethodSpec | undefined): number => (stop(method, votes).answer === RIGHT ? 1 : 0)
  return [right(SC4), right(SC8), right(SC16), Math.min(8, asc), asc, stop(ESC4, votes).calls, stop(ESC8, votes).calls]
}

function spec(text: string): MethodSpec {
  const parsed = parseMethodSpec(text, 16)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}

function stop(method: MethodSpec | undefined, votes: readonly Vote[]) {
  if (method === undefined || !isTrialMethod(method)) throw new Error('not a method of single trials')
  const decision = decide(method, votes)
  if (decision.state === 'open') throw new Error('undecided')
  return decision
}

function interpolated(table: readonly number[][][], chances: readonly number[], kappa: number): number[] {
  const place = Math.min(10.999_999, Math.max(0, (Math.log(kappa / 0.25) / Math.log(100)) * 11))
  const row = Math.floor(place)
  const along = place % 1
  const below = table[row] ?? []
  const above = table[row + 1] ?? []
  const columns = below.map((numbers, column) =>
    numbers.map((value, at) => (1 - along) * value + along * (above[column]?.[at] ?? 0)),
  )
  const sums = QUANTITIES.map(() => 0)
  for (const p of chances) {
    const spot = Math.min(47.999_999, (96 / Math.PI) * Math.asin(Math.sqrt(Math.min(1, p))))
    const column = Math.floor(spot)
    const left = CHANCES[column] ?? 0
    const right = CHANCES[column + 1] ?? 1
    const weight = (p - left) / (right - left)
    for (let at = 0; at < sums.length; at += 1) {
      const low = columns[column]?.[at] ?? 0
      const high = columns[column + 1]?.[at] ?? 0
      sums[at] = (sums[at] ?? 0) + low + weight * (high - low)
    }
  }
  return sums.map((sum) => sum / chances.length)
}
