import type { FlippedQuestions, MethodFlips } from '@cges-fleet/core'
import { sweptValues } from '@cges-fleet/methods'
import type { EvaluationTable, MethodColumns } from '../evaluation/evaluation-table.js'
import { stopsAt } from './curve-sums.js'
import { gradeOf, readableVotes, trialVotes } from './trial-votes.js'

/** Questions that are named of those that flip; all of them are counted. */
const MOST_NAMED = 50

/**
 * Replays one method on the stored samples under every value of its own curve, and finds the questions whose verdict
 * becomes right or wrong, and how many it alone has right against a baseline.
 */
export function methodFlips(table: EvaluationTable, key: string, baseline: string | null): MethodFlips {
  const method = table.methods.find((each) => each.key === key)
  const swept = method === undefined ? null : sweptValues(method.spec)
  if (method === undefined || swept === null) {
    return { key, none: { kind: 'no_setting', counts: {}, why: null }, points: [] }
  }
  const before = table.methods.find((each) => each.key === baseline) ?? null
  const sums = swept.values.map((at) => new FlipSums(at))
  for (let trial = 0; trial < table.trials.question.length; trial += 1) addTrial(table, trial, { method, before, sums })
  return { key, none: null, points: sums.flatMap((each) => each.point(before !== null)) }
}

interface Flipping {
  readonly method: MethodColumns
  readonly before: MethodColumns | null
  readonly sums: readonly FlipSums[]
}

function addTrial(table: EvaluationTable, trial: number, { method, before, sums }: Flipping): void {
  if ((method.calls[trial] ?? 0) === 0) return
  const votes = trialVotes(table, trial)
  const right = gradeOf(table, trial, votes)
  const question = table.trials.question[trial] ?? 0
  const wasRight = method.grade[trial] === 1
  const compared = before === null || (before.calls[trial] ?? 0) === 0 ? null : before.grade[trial] === 1
  const values = sums.map(({ at }) => at)
  for (const [place, stop] of stopsAt(method.spec, readableVotes(method.spec, votes), values).entries())
    sums[place]?.add(stop === null ? null : right(stop.answer), { question, wasRight, compared })
}

interface Verdicts {
  readonly question: number
  /** Whether the method as it ran is right, and whether the baseline is; null where that has no verdict. */
  readonly wasRight: boolean
  readonly compared: boolean | null
}

class FlipSums {
  readonly #gained: number[] = []
  readonly #spoilt: number[] = []
  #won = 0
  #lost = 0
  #unfinished = false

  constructor(readonly at: number) {}

  /** Adds whether a trial's answer is right; null where samples it needs were not drawn. */
  add(isRight: boolean | null, { question, wasRight, compared }: Verdicts): void {
    if (isRight === null) {
      this.#unfinished = true
      return
    }
    if (isRight && !wasRight) this.#gained.push(question)
    if (!isRight && wasRight) this.#spoilt.push(question)
    if (compared === false && isRight) this.#won += 1
    if (compared === true && !isRight) this.#lost += 1
  }

  /** A value with a trial it could not finish gives no point, as on the curve. */
  point(isCompared: boolean): MethodFlips['points'] {
    if (this.#unfinished) return []
    const versus = isCompared ? { won: this.#won, lost: this.#lost } : null
    return [{ at: this.at, gained: named(this.#gained), spoilt: named(this.#spoilt), versus }]
  }
}

function named(questions: readonly number[]): FlippedQuestions {
  return { count: questions.length, positions: [...new Set(questions)].slice(0, MOST_NAMED) }
}
