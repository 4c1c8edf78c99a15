import type { TrialEndings } from '@cges-fleet/core'
import { isExternal } from '@cges-fleet/methods'
import { ENDINGS, type Ending, type EvaluationTable, type MethodColumns } from './evaluation-table.js'

/**
 * Returns how each of a method's trials ended, as indices into `ENDINGS`; trials without an answer are split by the
 * outcomes of their samples.
 */
export function trialEndings(table: EvaluationTable, { spec, calls, grade }: MethodColumns): Uint8Array {
  const mayAbstain = !isExternal(spec) && spec.abstainBelow !== undefined
  return Uint8Array.from(calls, (charged, trial) => {
    const from = table.trials.samplesFrom[trial] ?? 0
    return ENDINGS.indexOf(endingOf(table, { charged, grade: grade[trial] ?? -1, from, mayAbstain }))
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
    abstained: count('abstained'),
    blocked: count('blocked'),
  }
}

interface Ended {
  readonly charged: number
  readonly grade: number
  readonly from: number
  readonly mayAbstain: boolean
}

function endingOf({ samples }: EvaluationTable, { charged, grade, from, mayAbstain }: Ended): Ending {
  if (charged === 0) return 'blocked'
  if (grade >= 0) return grade === 1 ? 'correct' : 'wrong'
  if (mayAbstain && samples.answer.subarray(from, from + charged).some((answer) => answer !== 0)) return 'abstained'
  const outcomes = samples.outcome.slice(from, from + charged)
  if (outcomes.includes('truncated')) return 'truncated'
  return outcomes.includes('declined') ? 'declined' : 'noAnswer'
}
