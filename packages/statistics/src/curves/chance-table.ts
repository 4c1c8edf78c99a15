import { decide, isTrialMethod, type ReportedSpec, seededRandom } from '@cges-fleet/methods'
import type { EvaluationTable } from '../evaluation/evaluation-table.js'
import { tableFixture } from '../evaluation/table-fixture.js'

/** Samples a trial has at most. */
export const BUDGET = 12

/** Trials of chance: answers 1 (right) to 4, none now and then, confidences that mean a little. */
export function chance(methods: readonly string[], drawn = BUDGET): EvaluationTable {
  const random = seededRandom('curves')
  const table = tableFixture([60, 2, drawn], Object.fromEntries(methods.map((text) => [text, () => null])))
  const { samples } = table
  for (const at of samples.answer.keys()) {
    samples.answer[at] = random.next() < 0.08 ? 0 : random.next() < 0.55 ? 1 : random.int(2, 4)
    samples.correct[at] = samples.answer[at] === 1 ? 1 : 0
  }
  const confidences = Float64Array.from(
    samples.answer,
    (answer) => 0.3 + 0.5 * random.next() + (answer === 1 ? 0.15 : 0),
  )
  return decided({ ...table, samples: { ...samples, signals: new Map([['lns-arith', confidences]]) } })
}

/** The table with the verdicts its methods come to on its samples. */
export function decided(table: EvaluationTable): EvaluationTable {
  for (const { spec, calls, grade } of table.methods) {
    for (const trial of table.trials.question.keys()) {
      const from = table.trials.samplesFrom[trial] ?? 0
      const votes = table.samples.answer.subarray(from, table.trials.samplesFrom[trial + 1])
      const stop = decisionOn(spec, table, from, votes.length)
      calls[trial] = stop?.calls ?? 0
      grade[trial] = stop === null || stop.answer === null ? -1 : stop.answer === '1' ? 1 : 0
    }
  }
  return table
}

function decisionOn(spec: ReportedSpec, { samples }: EvaluationTable, from: number, votes: number) {
  if (!isTrialMethod(spec)) return null
  const all = Array.from({ length: votes }, (_, index) => ({
    answer: samples.answer[from + index] === 0 ? null : String(samples.answer[from + index]),
    confidences: { 'lns-arith': samples.signals.get('lns-arith')?.[from + index] ?? Number.NaN },
  }))
  const decision = decide(spec, all)
  return decision.state === 'stopped' ? decision : null
}
