import { isAudited } from '@cges-fleet/core'
import { type EndsBelow, isSetMethod, methodKey, type TraceBar } from '@cges-fleet/methods'
import type { LockedEvaluation, OpenTrial, PlannedSample } from '@cges-fleet/db'
import { contiguousPrefix } from './contiguous-prefix.js'
import type { KeyedMethod, TrialDecision } from './decide-trial.js'

interface Decided {
  readonly trial: OpenTrial
  readonly decision: Pick<TrialDecision, 'verdicts'>
  readonly methods: readonly KeyedMethod[]
}

type Evaluation = Pick<LockedEvaluation, 'methods' | 'audit' | 'questions' | 'seed'>

/**
 * Sets, for planned samples, where their responses may be ended early: below the lowest bar of the methods that may
 * still read them, if each of these ends traces below a bar it has found. A sample that any other method may read is
 * drawn whole, and so is an audited trial. No verdict depends on it.
 */
export function endEarly(
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
