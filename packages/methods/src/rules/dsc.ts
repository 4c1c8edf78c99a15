import { decideSet } from '../dsc/decide-set.js'
import { setRule } from './rule.js'
import { count } from './parameter.js'
import { THRESHOLD } from './shared-parameters.js'

const questions = { of: 'questions', to: 100_000 }

/** Difficulty-adaptive self-consistency; see `decideSet`. Source: arXiv 2408.13457. */
export const DSC = setRule({
  decides: 'set',
  ranks: true,
  name: 'dsc',
  family: 'dsc',
  title: 'DSC',
  about: 'difficulty-adaptive self-consistency: ranks the questions by difficulty and spends samples on the hard ones',
  example: 'dsc@16',
  documented: {
    stopsAfter: '1 (easy); p, then the predicted size, then d more',
    test: 'as `asc-beta`',
    answer: 'plurality',
    source: 'Wang et al. 2024',
  },
  parameters: {
    easyRun: {
      ...count(
        'questions in a row, from the hardest on, whose first samples must agree; all easier ones then take one call',
        questions,
      ),
      preset: 32,
    },
    extendBy: { ...count('samples added at a time where those drawn do not settle a question'), preset: 4 },
    preSamples: { ...count('samples a hard question gets at first'), preset: 4 },
    predictFrom: {
      ...count('hard questions whose needs predict how many samples the next one gets at first', questions),
      preset: 16,
    },
    rankBatch: {
      ...count('questions the model ranks by difficulty at once', { of: 'questions', from: 2, to: 64 }),
      preset: 5,
    },
    rankRounds: { ...count('how often each question is ranked', { of: 'rounds', to: 100 }), preset: 3 },
    threshold: THRESHOLD,
  },
  look: { hue: 'dsc', shape: 'star' },
  swept: null,
  decideSet,
})
