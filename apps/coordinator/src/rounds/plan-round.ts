import { isTrialMethod, methodKey } from '@cges-fleet/methods'
import { inTurns, type OpenTrial, type PlannedSample } from '@cges-fleet/db'
import { decideTrial, type KeyedMethod, type TrialDecision } from './decide-trial.js'
import type { RoundState } from './load-round.js'
import { planWithinWindow } from './plan-within-window.js'

/** What a round writes: nothing of it has touched the database. */
export interface RoundPlan {
  readonly decisions: readonly TrialDecision[]
  /** The samples to draw next, first planned first. */
  readonly samples: readonly PlannedSample[]
  /** A cap leaves fewer samples than there was room for. */
  readonly capped: boolean
  /** More trials with nothing in flight may be there than the round has looked at. */
  readonly moreIdle: boolean
}

/** What a plan is made from, of all that a round has loaded. */
export type Planned = Pick<RoundState, 'trials' | 'sets' | 'room' | 'idle'> & {
  readonly evaluation: Pick<RoundState['evaluation'], 'methods'>
  readonly returned: Pick<RoundState['returned'], 'length'>
}

/**
 * Decides a round's trials and says what is to be drawn next, from what was loaded alone: no database, no clock, no reference
 * answer. Others of the process have their turn meanwhile, and `between` its own. An Error where a rule refuses its input:
 * trying again would refuse again.
 */
export async function planRound(state: Planned, between?: () => Promise<void>): Promise<RoundPlan | Error> {
  const decided = await decideAll(state, between)
  if (decided instanceof Error) return decided
  const free = state.room.free - state.returned.length
  const wished = planWithinWindow(
    decided.map(({ trial, decision }) => ({ trial, wanted: decision.wanted })),
    free,
  )
  const samples = wished.slice(0, state.room.samples)
  return {
    decisions: decided.map(({ decision }) => decision),
    samples,
    capped: samples.length < wished.length,
    moreIdle: free > 0 && state.idle >= free && wished.length < free,
  }
}

interface Decided {
  readonly trial: OpenTrial
  readonly decision: TrialDecision
}

async function decideAll(
  { evaluation, trials, sets }: Planned,
  between?: () => Promise<void>,
): Promise<Decided[] | Error> {
  const methods: KeyedMethod[] = evaluation.methods
    .filter(isTrialMethod)
    .map((spec) => ({ key: methodKey(spec), spec }))
  const decided: Decided[] = []
  const one = (trial: OpenTrial): Error | null => {
    try {
      decided.push({ trial, decision: decideTrial(methods, trial, sets.of(trial.id)) })
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  const refusals = await inTurns(trials, one, between)
  return refusals.find((refusal) => refusal !== null) ?? decided
}
