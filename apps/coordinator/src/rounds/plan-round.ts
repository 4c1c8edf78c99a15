import { isAudited } from '@cges-fleet/core'
import { inTurns, type LockedEvaluation, type OpenTrial, type PlannedSample } from '@cges-fleet/db'
import {
  decide,
  endsBelow,
  type EndsBelow,
  isSetMethod,
  isTrialMethod,
  methodKey,
  otherScore,
  cutTokens,
  type TraceBar,
} from '@cges-fleet/methods'
import { contiguousPrefix, decideTrial, type KeyedMethod, type TrialDecision } from './decide-trial.js'
import type { RoundState } from './load-round.js'
import { lookAhead, planWithinWindow } from './look-ahead.js'

/** The writes that a round plans; none has reached the database yet. */
export interface RoundPlan {
  readonly decisions: readonly TrialDecision[]
  /** The samples to draw next, first planned first. */
  readonly samples: readonly PlannedSample[]
  /** A cap allows fewer samples than there was room for. */
  readonly capped: boolean
  /** There may be more idle trials than the round has looked at. */
  readonly moreIdle: boolean
}

/** The part of the loaded state that a plan is made from. */
export type Planned = Pick<RoundState, 'trials' | 'sets' | 'certified' | 'room' | 'idle' | 'ahead'> & {
  readonly evaluation: Pick<RoundState['evaluation'], 'methods' | 'lookahead' | 'audit' | 'questions' | 'seed'>
  readonly returned: Pick<RoundState['returned'], 'length'>
}

/**
 * Decides a round's trials and plans what to draw next, from the loaded state alone: no database, no clock, no
 * reference answer. Yields to the event loop, and awaits `between`. Throws an Error if a rule rejects its input: a
 * retry would fail again.
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
  const capped = samples.length < wished.length
  const moreIdle = free > 0 && state.idle >= free && wished.length < free
  const { idleSlots } = state.ahead
  const ahead = capped || moreIdle ? 0 : Math.min(free, state.room.samples, idleSlots) - wished.length
  return {
    decisions: decided.map(({ decision }) => decision),
    samples: [...endEarly(samples, decided, state.evaluation), ...(await aheadOf(state, decided, ahead, between))],
    capped,
    moreIdle,
  }
}

interface Decided {
  readonly trial: OpenTrial
  readonly decision: TrialDecision
  /** The methods that decide it by itself. */
  readonly methods: readonly KeyedMethod[]
}

/**
 * Plans samples ahead of need, in the trials the round decides and in further ones, which are decided only for this.
 */
async function aheadOf(
  state: Planned,
  decided: readonly Decided[],
  room: number,
  between: (() => Promise<void>) | undefined,
): Promise<readonly PlannedSample[]> {
  if (room <= 0) return []
  const { further, learned, deadline } = state.ahead
  const others = await decideAll({ ...state, trials: further }, between)
  if (others instanceof Error) return []
  const { lookahead } = state.evaluation
  // A round plans what is certain to be needed only of the trials that it decides.
  const begun = others.map(({ decision, ...each }) => ({
    ...each,
    decision: { ...decision, wanted: Math.min(decision.wanted, each.trial.requested) },
  }))
  const all = [...decided, ...begun]
  return endEarly(await lookAhead(all, { lookahead, room, learned, deadline }, between), all, state.evaluation)
}

async function decideAll(
  { evaluation, trials, sets, certified }: Pick<Planned, 'evaluation' | 'trials' | 'sets' | 'certified'>,
  between?: () => Promise<void>,
): Promise<Decided[] | Error> {
  const methods: KeyedMethod[] = evaluation.methods.filter(isTrialMethod).map((spec) => ({
    key: methodKey(spec),
    budget: spec.budget,
    decide: (votes) => decide(spec, votes),
    otherScore: (votes) => otherScore(spec, votes),
    tokens: (votes) => cutTokens(spec, votes),
    endsBelow: (votes) => endsBelow(spec, votes),
  }))
  const most = Math.max(...evaluation.methods.map(({ budget }) => budget))
  const decided: Decided[] = []
  const one = (trial: OpenTrial): Error | null => {
    try {
      const ofTrial = [...methods, ...certified(trial)]
      const auditTo = isAudited(trial, evaluation) ? most : 0
      decided.push({ trial, decision: decideTrial(ofTrial, trial, sets.of(trial.id), auditTo), methods: ofTrial })
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  const refusals = await inTurns(trials, one, between)
  return refusals.find((refusal) => refusal !== null) ?? decided
}

type Evaluation = Pick<LockedEvaluation, 'methods' | 'audit' | 'questions' | 'seed'>

/**
 * Sets, for planned samples, where their responses may be ended early: below the lowest bar of the methods that may
 * still read them, if each of these ends traces below a bar it has found. A sample that any other method may read is
 * drawn whole, and so is an audited trial. No verdict depends on it.
 */
function endEarly(
  samples: readonly PlannedSample[],
  decided: readonly Decided[],
  evaluation: Evaluation,
): readonly PlannedSample[] {
  const needs = new Map(
    decided
      .filter(({ trial }) => !isAudited(trial, evaluation))
      .map((each) => [each.trial.id, needsOf(each, evaluation)] as const),
  )
  return samples.map((sample) => {
    const readers = (needs.get(sample.trialId) ?? []).filter(({ budget }) => budget > sample.index)
    const bars = readers.flatMap(({ bar }) => bar ?? [])
    if (bars.length === 0 || bars.length < readers.length) return sample
    return { ...sample, endsBelow: lowest(bars) }
  })
}

interface Need {
  readonly budget: number
  /** Null while it may need a trace whole. */
  readonly bar: TraceBar | null
}

/** The needs of the methods without a verdict: how far each may still read a trial. */
function needsOf({ trial, decision, methods }: Decided, evaluation: Evaluation): Need[] {
  const stopped = new Set([...trial.decided, ...decision.verdicts.map(({ methodKey: key }) => key)])
  const { votes } = contiguousPrefix(trial.samples)
  const byTrial = methods.map(({ key, budget, endsBelow }) => ({ key, budget, bar: endsBelow?.(votes) ?? null }))
  const bySet = evaluation.methods
    .filter(isSetMethod)
    .map((spec) => ({ key: methodKey(spec), budget: spec.budget, bar: null }))
  return [...byTrial, ...bySet].filter(({ key }) => !stopped.has(key))
}

/** Of each window the lowest bar: a trace below all of them is below every method's own. */
function lowest(bars: readonly TraceBar[]): EndsBelow {
  const below: Record<number, number> = {}
  for (const bar of bars) below[bar.window] = Math.min(below[bar.window] ?? Infinity, bar.below)
  return below
}
