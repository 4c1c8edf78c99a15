import { groupAnswers, Grouping } from '../shapes/learn-shapes.js'
import { judgeShape, shapeLeader, type ShapePrior } from '../shapes/shape-model.js'
import { trialRule } from './rule.js'
import { count, share } from './parameter.js'
import { COUNTING } from './counting.js'
import type { Swept } from './swept.js'
import { decideByWatching, pathByWatching, sweepByWatching, type Watcher } from './watching.js'

/** Posteriors this little below 1 − δ still reach it. */
const SLACK = 1e-12

/** How probable it may be that the leader is not the likeliest answer. */
export const DELTA = {
  ...share('how probable another answer may still be: lower is surer and costs more'),
  preset: 0.05,
} as const

/** The values of δ that are compared, told apart and tested. */
export const SWEPT_DELTA = {
  parameter: 'delta',
  symbol: 'δ',
  scale: 'share',
  usual: [0.05, 0.1, 0.02, 0.01, 0.2, 0.001, 0.3, 0.005],
  certifies: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4],
  grid: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5],
} as const satisfies Swept

/** The score at which a rule with this δ stops. */
export function barOf(delta: number): number {
  return 1 - delta - SLACK
}

const SPREAD = {
  reads: 'number',
  whole: false,
  from: 0,
  to: 1000,
  range: 'a number strictly between 0 and 1000',
} as const

/**
 * Bayesian stopping by a prior on the shapes of questions, as `cges prior` learns it from earlier samples: stops when
 * the leader is the likeliest answer with probability of at least 1 − δ. Source: arXiv 2602.05395; its prior is a list
 * of shapes, this one has four parameters (see `ShapePrior`), so that a method's name states everything it decides by.
 */
export const BAYES = trialRule({
  ...COUNTING,
  name: 'bayes',
  family: 'votes',
  title: 'Bayes',
  about: 'stops once the leader is probably the likeliest answer, by what the answers to earlier questions looked like',
  example: 'bayes:answers=5,delta=0.05,easy=0.1,hard=1,share=0.5@16',
  documented: {
    stopsAfter: 'any valid sample',
    test: 'P(leader is the likeliest answer) ≥ 1 − δ, by a prior learned from history',
    answer: 'plurality',
    source: 'arXiv 2602.05395',
  },
  parameters: {
    answers: {
      ...count('how many answers a question has, or more where more are seen', { of: 'answers', from: 2 }),
      preset: 5,
    },
    delta: DELTA,
    easy: { ...SPREAD, preset: 0.1, about: 'how evenly the answers of easy questions are spread; near 0 one has all' },
    hard: { ...SPREAD, preset: 1, about: 'how evenly the answers of hard questions are spread' },
    share: { ...share('the share of easy questions'), preset: 0.5 },
  },
  look: { hue: 'asc-beta', shape: 'bolt' },
  swept: SWEPT_DELTA,
  path: (spec, votes, answers) => pathByWatching(watch(spec), votes, answers),
  bar: ({ delta }) => 1 - delta,
  other: (spec, votes) => judgeShape(spec, groupAnswers(votes.map(({ answer }) => answer))).unseen,
  decide: (spec, prefix) => decideByWatching(watch(spec), spec.budget, prefix),
  sweep: (spec, votes, values) => sweepByWatching(watch(spec), { budget: spec.budget, bars: values.map(barOf) }, votes),
})

function watch(spec: ShapePrior & { readonly delta: number }): Watcher {
  const grouping = new Grouping()
  let posterior: number | null = null
  const score = (): number => (posterior ??= shapeLeader(spec, grouping.groups))
  return {
    see(answer) {
      grouping.see(answer)
      posterior = null
    },
    stops: () => score() >= barOf(spec.delta),
    score,
  }
}
