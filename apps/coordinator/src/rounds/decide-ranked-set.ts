import { decideQuestions, methodKey, type SetMethodSpec } from '@cges-fleet/methods'
import type { RankedSet } from '@cges-fleet/db'
import type { SetStanding } from './decide-trial.js'

export interface SetDecision {
  /** By trial: the method's standing on it. */
  readonly standings: ReadonlyMap<string, SetStanding>
  /** Trials decided just now. */
  readonly decided: readonly string[]
  /** Parked trials that have something to ask for again. */
  readonly awake: readonly string[]
}

/** Decides a whole replicate together, in the order of the set. Pure, and so independent of the order of arrival. */
export function decideRankedSet(spec: SetMethodSpec, set: RankedSet): SetDecision {
  const key = methodKey(spec)
  const prefixes = set.trials.map(({ answers }) => answers.map((answer) => ({ answer, confidences: {} })))
  const questions = decideQuestions(spec, set.easyToHard, prefixes)
  const byPosition = new Map(questions.map((question) => [question.question, question]))
  const moving = set.trials.some((trial) => {
    const question = byPosition.get(trial.position)
    const inFlight = !trial.blocked && trial.asked > trial.answers.length
    const wanted = !trial.blocked && question?.state === 'open' && question.until > trial.asked
    return inFlight || wanted
  })
  const standings = new Map<string, SetStanding>()
  const decided: string[] = []
  const awake: string[] = []
  for (const trial of set.trials) {
    const question = byPosition.get(trial.position)
    if (question === undefined) continue
    const stopped = question.state === 'stopped'
    const standing = stopped ? question : { state: 'open' as const, until: question.until, stalled: !moving }
    standings.set(trial.trialId, { key, spec, standing })
    if ((stopped || !moving) && !trial.decided) decided.push(trial.trialId)
    if (!stopped && trial.parked && question.until > trial.asked) awake.push(trial.trialId)
  }
  return { standings, decided, awake }
}
