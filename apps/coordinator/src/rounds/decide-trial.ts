import { decide, type TrialMethodSpec } from '@cges-fleet/core'
import type { NewStanding, NewVerdict, OpenTrial, TrialChange } from '@cges-fleet/db'
import { contiguousPrefix } from './contiguous-prefix.js'

/** A method with its canonical key. */
export interface KeyedMethod {
  readonly key: string
  readonly spec: TrialMethodSpec
}

export interface TrialDecision {
  readonly change: TrialChange
  readonly verdicts: readonly NewVerdict[]
  readonly standings: readonly NewStanding[]
  /** How many samples the trial is certain to need: every index below it is asked for. */
  readonly wanted: number
}

/**
 * Decides one trial for every method that has no verdict yet. Pure: the same samples give the same decision, today
 * and in a replay, and no reference answer is in sight.
 */
export function decideTrial(methods: readonly KeyedMethod[], trial: OpenTrial): TrialDecision {
  const { votes, blocked } = contiguousPrefix(trial.samples)
  const verdicts: NewVerdict[] = []
  const standings: NewStanding[] = []
  let wanted = 0
  for (const { key, spec } of methods) {
    if (trial.decided.includes(key)) continue
    const decision = decide(spec, votes)
    const common = { trialId: trial.id, methodKey: key, score: decision.score }
    if (decision.state === 'stopped') {
      verdicts.push({ ...common, calls: decision.calls, answerKey: decision.answer, reason: decision.reason })
      continue
    }
    standings.push({ ...common, readUpTo: votes.length, leader: decision.leader, blocked })
    wanted = Math.max(wanted, decision.until)
  }
  const state = standings.length === 0 ? 'closed' : blocked ? 'blocked' : 'open'
  return {
    change: { id: trial.id, readUpTo: votes.length, state },
    verdicts,
    standings: votes.length > 0 || blocked ? standings : [],
    wanted: state === 'open' ? wanted : 0,
  }
}
