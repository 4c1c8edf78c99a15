import { incompleteBeta } from '../math.js'
import type { SignalName } from '../confidence/signal-names.js'
import { voteConfidence } from '../votes.js'
import { trialRule } from './rule.js'
import { decideByWatching, heaviest, pathByWatching, type Watcher } from './watching.js'
import { share } from './parameter.js'
import { SIGNAL, THRESHOLD } from './shared-parameters.js'
import { SWEPT_THRESHOLD } from './swept.js'
import { COUNTING } from './counting.js'

/** A criterion this little below the threshold still reaches it: one plain vote is ¾ sure, and so stops at ¾. */
const SLACK = 1e-12

type Spec = {
  readonly confidence: SignalName
  readonly gate: number
  readonly lambda: number
  readonly mean: number
  readonly spread: number
  readonly threshold: number
}

/**
 * Reliability-aware adaptive consistency: the first answer is accepted at once if its confidence reaches `gate`; else
 * each counts max(1, e^(λz)), where z is its confidence less `mean` in units of `spread`, and the Beta criterion of
 * adaptive consistency is applied to these weights. Source: arXiv 2601.02970; gate, mean and spread are given, as its
 * calibrations find them: without labels (`learnGate`), or with (`learnLabelledGate`).
 */
export const REASC = trialRule({
  ...COUNTING,
  name: 'reasc',
  family: 'weighed',
  title: 'ReASC',
  about: 'reliability-aware adaptive consistency: takes one sure answer at once, else counts sure answers for more',
  example: 'reasc:confidence=lns-arith,gate=0.95,mean=0.85,spread=0.08@16',
  documented: {
    stopsAfter: 'any valid sample',
    test: 'the first is sure enough; then as `asc-beta`, on weights',
    answer: 'largest weight',
    source: 'arXiv 2601.02970',
  },
  parameters: {
    confidence: SIGNAL,
    gate: share('a first answer with this confidence is taken at once'),
    lambda: {
      reads: 'number',
      whole: false,
      from: 0,
      to: 10,
      preset: 0.7,
      range: 'a number strictly between 0 and 10',
      about: 'how much more a surer answer counts',
    },
    mean: share('the mean confidence, of right answers where labels tell'),
    spread: share('the standard deviation of the confidences'),
    threshold: THRESHOLD,
  },
  look: { hue: 'mars', shape: 'parallelogram' },
  swept: SWEPT_THRESHOLD,
  path: (spec, votes, answers) => pathByWatching(watch(spec), votes, answers),
  bar: ({ threshold }) => threshold,
  signal: ({ confidence }) => confidence,
  decide: (spec, prefix) => decideByWatching(watch(spec), spec.budget, prefix),
})

function watch(spec: Spec): Watcher {
  const weights = new Map<string, number>()
  let first: number | null = null
  let seen = 0
  let known: number | null = null
  const criterion = (): number => {
    const { weight = 0, runnerUp = 0 } = heaviest(weights) ?? {}
    return (known ??= 1 - incompleteBeta(0.5, weight + 1, runnerUp + 1))
  }
  return {
    see(answer, vote, sample) {
      const confidence = voteConfidence(vote, spec.confidence, sample)
      seen += 1
      first ??= confidence
      const weight = Math.max(1, Math.exp((spec.lambda * (confidence - spec.mean)) / spec.spread))
      weights.set(answer, Math.min(MOST_WEIGHT, (weights.get(answer) ?? 0) + weight))
      known = null
    },
    stops: () => (seen === 1 && (first ?? 0) >= spec.gate) || criterion() >= spec.threshold - SLACK,
    score: criterion,
    leader: () => heaviest(weights)?.answer ?? null,
  }
}

/** Past this the criterion is decided; larger weights would only lose digits. */
const MOST_WEIGHT = 1e6
