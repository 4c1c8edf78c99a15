import { majorityEvidence } from '../vote-evidence.js'
import { trialRule } from './rule.js'
import { LEVEL, reaches, sureness, SWEPT_LEVEL } from './level.js'
import { COUNTING, decideByCounts, pathOfCounts, type Tally } from './counting.js'

/**
 * Stops when the evidence that the leader is likelier than the runner-up reaches 1/α. The promise is for two answers
 * named beforehand; the leader is chosen by the votes themselves, so see `cite` for one that holds. Our own.
 */
export const MAJORITY = trialRule({
  ...COUNTING,
  name: 'majority',
  family: 'votes',
  title: 'Majority',
  about: 'stops once the votes would be unlikely if the second answer were as likely as the first, at every look',
  example: 'majority:alpha=0.1@16',
  documented: {
    stopsAfter: 'any valid sample',
    test: 'evidence for the first against the second ≥ 1/α',
    answer: 'plurality',
    source: 'ours',
  },
  parameters: {
    alpha: {
      ...LEVEL,
      about:
        'the level at which each look is tested, which a tie of two answers exceeds: lower is surer and costs more',
    },
  },
  look: { hue: 'esc', shape: 'chevron' },
  swept: SWEPT_LEVEL,
  path: (_spec, votes, answers) => pathOfCounts(votes, answers, score),
  bar: ({ alpha }) => 1 - alpha,
  decide: ({ alpha, budget }, prefix) =>
    decideByCounts(
      {
        budget,
        score,
        stops: (tally) => reaches(evidence(tally), alpha),
        nextStop: (depth) => depth + 1,
        settledByLeader: true,
      },
      prefix,
    ),
})

function evidence({ most, runnerUp }: Tally): number {
  return most === 0 ? 0 : majorityEvidence(most, runnerUp)
}

function score(tally: Tally): number {
  return sureness(evidence(tally))
}
