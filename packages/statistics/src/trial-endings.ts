import type { TrialEndings } from '@cges-fleet/core'
import { ENDINGS, type Ending, type EvaluationTable, type MethodColumns } from './evaluation-table.js'

/** Says how each of a method's trials ended, by place in `ENDINGS`; no answer is told apart by what its samples came to. */
export function trialEndings(table: EvaluationTable, { calls, grade }: MethodColumns): Uint8Array {
  return Uint8Array.from(calls, (charged, trial) => {
    const from = table.trials.samplesFrom[trial] ?? 0
    return ENDINGS.indexOf(endingOf(table, { charged, grade: grade[trial] ?? -1, from }))
  })
}

/** Counts endings; the counts add up to the trials. */
export function countEndings(endings: Uint8Array): TrialEndings {
  const count = (ending: Ending): number => endings.filter((each) => each === ENDINGS.indexOf(ending)).length
  return {
    correct: count('correct'),
    wrong: count('wrong'),
    truncated: count('truncated'),
    declined: count('declined'),
    noAnswer: count('noAnswer'),
    blocked: count('blocked'),
  }
}

function endingOf(
  { samples }: EvaluationTable,
  { charged, grade, from }: { charged: number; grade: number; from: number },
): Ending {
  if (charged === 0) return 'blocked'
  if (grade >= 0) return grade === 1 ? 'correct' : 'wrong'
  const outcomes = samples.outcome.slice(from, from + charged)
  if (outcomes.includes('truncated')) return 'truncated'
  return outcomes.includes('declined') ? 'declined' : 'noAnswer'
}
