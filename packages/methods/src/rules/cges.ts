import { SIGNAL_NAMES } from '../confidence/signal-names.js'
import { cges, type CgesParameters, cgesPath, cgesScores } from '../cges/cges.js'
import { GAMMA_GRID, gammaSweep } from '../cges/gamma-sweep.js'
import { trialRule } from './rule.js'
import { count, share } from './parameter.js'
import { COUNTING } from './counting.js'

/** Confidence-guided early stopping; see `cges`. Source: arXiv 2511.02603. */
export const CGES = trialRule({
  ...COUNTING,
  name: 'cges',
  family: 'cges',
  title: 'CGES',
  about:
    'confidence-guided early stopping: weighs answers by the model’s own confidence and stops once one is likely enough',
  example: 'cges:confidence=lns-arith,gamma=0.99@16',
  documented: {
    stopsAfter: 'any valid sample from `minSamples` on',
    test: 'leading score ≥ γ',
    answer: 'largest score',
    source: 'confidence-guided early stopping',
  },
  parameters: {
    confidence: {
      reads: 'word',
      range: `one of ${SIGNAL_NAMES.join(', ')}, constant`,
      options: [...SIGNAL_NAMES, 'constant'],
      about:
        'what each answer is weighed by: a signal from its token log-probabilities, or the reward model’s score (rm), or one constant for all',
    },
    constant: {
      ...share('the one confidence of all answers, with confidence=constant; 0.8 unless given'),
      optional: true,
    },
    gamma: share(
      'it stops once the leading answer’s posterior probability reaches this: higher is surer and costs more',
    ),
    map: {
      reads: 'pair',
      from: -100,
      to: 100,
      separator: ';',
      optional: true,
      range: 'two numbers a;b between −100 and 100 (long form: [a, b])',
      about: 'recalibrates: log-odds l of a confidence become a + b · l before anything else, as cges tune fits them',
    },
    minSamples: { ...count('samples it draws at least'), preset: 1 },
    otherStops: {
      reads: 'flag',
      preset: false,
      range: 'true or false',
      about: 'may also stop, without an answer, where an answer not seen yet is the likeliest',
    },
    support: {
      reads: 'support',
      preset: 'dynamic',
      range: 'dynamic, or a whole number of possible answers from 2 (long form: {"fixed": 4})',
      about: 'how many answers are possible; the bound on the error holds for a number known beforehand',
    },
  },
  look: 'signal',
  swept: {
    parameter: 'gamma',
    symbol: 'γ',
    scale: 'share',
    usual: [0.99, 0.95, 0.9, 0.999, 0.995, 0.98, 0.9999, 0.8],
    certifies: GAMMA_GRID.toReversed(),
    grid: [0.5, 0.6, ...GAMMA_GRID],
  },
  decide: cges,
  sweep: (spec: CgesParameters, votes, values) =>
    gammaSweep(spec, votes, values).map((stop) =>
      stop.reason === 'budget' && votes.length < spec.budget
        ? { state: 'open', until: votes.length + 1, leader: stop.answer, score: stop.score }
        : { state: 'stopped', ...stop },
    ),
  path: cgesPath,
  other: (spec: CgesParameters, votes) => cgesScores(votes, spec).otherScore,
  bar: ({ gamma }: CgesParameters) => gamma,
  signal: ({ confidence }: CgesParameters) => (confidence === 'constant' ? null : confidence),
  support: ({ support }: CgesParameters) => (support === 'dynamic' ? null : support.fixed),
})
