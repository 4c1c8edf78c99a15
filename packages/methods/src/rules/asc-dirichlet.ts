import { ascBetaProbability, ascDirichletProbability } from '../vote-evidence.js'
import { trialRule } from './rule.js'
import { SWEPT_THRESHOLD } from './swept.js'
import { THRESHOLD } from './shared-parameters.js'
import { COUNTING, decideByCounts, pathOfCounts, type Tally } from './counting.js'

/**
 * Adaptive consistency by the Dirichlet criterion: after each valid sample, stop once the probability that the leading
 * answer stays ahead of the next four reaches `threshold`. Source: arXiv 2305.11860, section 3.
 */
export const ASC_DIRICHLET = trialRule({
  ...COUNTING,
  name: 'asc-dirichlet',
  family: 'asc',
  title: 'ASC-Dirichlet',
  about: 'adaptive-consistency, Dirichlet criterion: compares the leading answer with all others after every sample',
  example: 'asc-dirichlet@16',
  documented: {
    stopsAfter: 'any valid sample',
    test: 'P(leader stays ahead of the next four) ≥ .95',
    answer: 'plurality',
    source: 'Aggarwal et al. 2023',
  },
  parameters: { threshold: THRESHOLD },
  look: { hue: 'asc-dirichlet', shape: 'triangle-down' },
  swept: SWEPT_THRESHOLD,
  path: (_spec, votes, answers) => pathOfCounts(votes, answers, score),
  bar: ({ threshold }) => threshold,
  decide: ({ threshold, budget }, prefix) =>
    decideByCounts(
      {
        budget,
        score,
        stops: (tally) => mayStop(tally, threshold) && score(tally) >= threshold,
        nextStop: (depth) => depth + 1,
        settledByLeader: true,
      },
      prefix,
    ),
})

/** Skips most of the Dirichlet sums: beating the next four is never likelier than beating the second. */
function mayStop({ most, runnerUp }: Tally, threshold: number): boolean {
  return most > 0 && ascBetaProbability(most, runnerUp) >= threshold
}

function score({ counts }: Tally): number {
  return ascDirichletProbability([...counts.values()])
}
