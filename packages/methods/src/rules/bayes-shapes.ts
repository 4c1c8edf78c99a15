import { leaderByList, MOST_VOTES } from '../shapes/listed-shapes.js'
import { barOf, DELTA, SWEPT_DELTA } from './bayes.js'
import { COUNTING, Tally } from './counting.js'
import { trialRule } from './rule.js'
import { decideByWatching, pathByWatching, sweepByWatching, type Watcher } from './watching.js'

/**
 * Bayesian stopping by a list of the shapes that earlier questions had, as `cges prior --list` learns it: reads the votes of
 * the leader, of the second and of all others, and stops when the leader is the likeliest answer with probability of at
 * least 1 − δ. Source: arXiv 2602.05395, the rule with L = 3 groups.
 */
export const BAYES_SHAPES = trialRule({
  ...COUNTING,
  name: 'bayes-shapes',
  family: 'votes',
  title: 'Bayes-L3',
  about:
    'stops once the leader is probably the likeliest answer, by a list of how the answers to earlier questions fell',
  example: 'bayes-shapes:delta=0.05,shapes=57x1/21x9-1/8x6-3-1@16',
  documented: {
    stopsAfter: 'any valid sample',
    test: 'as `bayes`, by a list of how the answers to earlier questions fell',
    answer: 'plurality',
    source: 'arXiv 2602.05395',
  },
  parameters: {
    delta: DELTA,
    shapes: {
      reads: 'shapes',
      range: 'a list such as 57x1/21x9-1, of 1000 characters at most',
      about:
        'how the answers to earlier questions fell: 57x1/21x9-1 is 57 questions whose answers agreed, and 21 of whose ten one differed',
    },
  },
  mostVotes: MOST_VOTES,
  look: { hue: 'asc-dirichlet', shape: 'double-arrow' },
  swept: SWEPT_DELTA,
  path: (spec, votes, answers) => pathByWatching(watch(spec), votes, answers),
  bar: ({ delta }) => 1 - delta,
  decide: (spec, prefix) => decideByWatching(watch(spec), spec.budget, prefix),
  sweep: (spec, votes, values) => sweepByWatching(watch(spec), { budget: spec.budget, bars: values.map(barOf) }, votes),
})

function watch({ shapes, delta }: { readonly shapes: string; readonly delta: number }): Watcher {
  const tally = new Tally()
  const score = (): number =>
    leaderByList(shapes, {
      first: tally.most,
      second: tally.runnerUp,
      others: tally.calls - tally.most - tally.runnerUp,
    })
  return {
    see: (answer) => tally.see(answer),
    stops: () => score() >= barOf(delta),
    score,
  }
}
