import { ascBetaProbability } from '../vote-evidence.js'
import { trialRule } from './rule.js'
import { SWEPT_THRESHOLD } from './swept.js'
import { THRESHOLD } from './shared-parameters.js'
import { COUNTING, decideByCounts, pathOfCounts, type Tally } from './counting.js'

/**
 * Adaptive consistency by the Beta criterion: after each valid sample, stop once the probability that the leading
 * answer stays more frequent than the second reaches `threshold`. Source: arXiv 2305.11860, section 3.
 */
export const ASC_BETA = trialRule({
  ...COUNTING,
  name: 'asc-beta',
  family: 'asc',
  title: 'ASC-β',
  about: 'adaptive-consistency, Beta criterion: compares the two leading answers after every sample',
  example: 'asc-beta@16',
  documented: {
    stopsAfter: 'any valid sample',
    test: 'P(leader keeps its majority over the second) ≥ .95',
    answer: 'plurality',
    source: 'Aggarwal et al. 2023',
  },
  parameters: { threshold: THRESHOLD },
  look: { hue: 'asc-beta', shape: 'diamond' },
  swept: SWEPT_THRESHOLD,
  path: (_spec, votes, answers) => pathOfCounts(votes, answers, score),
  bar: ({ threshold }) => threshold,
  decide: ({ threshold, budget }, prefix) =>
    decideByCounts(
      {
        budget,
        score,
        stops: (tally) => score(tally) >= threshold,
        nextStop: (depth) => depth + 1,
        settledByLeader: true,
      },
      prefix,
    ),
})

function score({ most, runnerUp }: Tally): number {
  return most === 0 ? 0 : ascBetaProbability(most, runnerUp)
}
