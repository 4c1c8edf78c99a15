import { voteRegret } from '../vote-evidence.js'
import { trialRule } from './rule.js'
import { share } from './parameter.js'
import { COUNTING, decideByCounts, pathOfCounts, type Tally } from './counting.js'

/** Squares that agree to this share count as equal. */
const SLACK = 1e-12

/**
 * Value of information: stops when the share of votes expected to be lost by giving the leader, instead of the
 * runner-up, is at most κ√m after m calls. Our own.
 */
export const VOI = trialRule({
  ...COUNTING,
  name: 'voi',
  family: 'votes',
  title: 'VOI',
  about: 'value of information: stops once another call could hardly gain more votes than it costs',
  example: 'voi:kappa=0.01@16',
  documented: {
    stopsAfter: 'any valid sample',
    test: 'expected share of votes lost ≤ κ√calls',
    answer: 'plurality',
    source: 'ours',
  },
  parameters: {
    kappa: { ...share('what a call may cost, as a share of the votes: lower is surer and costs more'), preset: 0.01 },
  },
  look: { hue: 'dsc', shape: 'hexagon' },
  swept: {
    parameter: 'kappa',
    symbol: 'κ',
    scale: 'cost',
    usual: [0.01, 0.004, 0.03, 0.002, 0.02, 0.001, 0.006, 0.05],
    certifies: [0.0002, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.006, 0.008, 0.01, 0.015, 0.02, 0.03, 0.05, 0.08],
    grid: [0.0002, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.006, 0.008, 0.01, 0.015, 0.02, 0.03, 0.05, 0.08],
  },
  path: (_spec, votes, answers) => pathOfCounts(votes, answers, score),
  bar: ({ kappa }) => 1 - kappa,
  decide: ({ kappa, budget }, prefix) =>
    decideByCounts(
      {
        budget,
        score,
        stops: (tally) => regret(tally) ** 2 <= kappa ** 2 * tally.calls * (1 + SLACK),
        nextStop: (depth) => depth + 1,
      },
      prefix,
    ),
})

function regret({ most, runnerUp }: Tally): number {
  return most === 0 ? 1 : voteRegret(most, runnerUp)
}

function score(tally: Tally): number {
  return 1 - regret(tally) / Math.sqrt(tally.calls)
}
