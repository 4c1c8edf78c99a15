import { handToBlend, spendTotal } from '../totals.js'
import { setRule } from './rule.js'
import { TOTAL } from './shared-parameters.js'

/** Spends a fixed number of calls on a set, on its least settled questions; see `handToBlend`. Source: arXiv 2511.12309. */
export const BLEND_ASC = setRule({
  decides: 'set',
  ranks: false,
  name: 'blend-asc',
  family: 'asc',
  title: 'Blend-ASC',
  about: 'spends a given number of calls on all questions together, on those whose majority is least settled',
  example: 'blend-asc:totalCalls=2000@16',
  documented: {
    stopsAfter: 'when the calls of the set are spent',
    test: 'none',
    answer: 'plurality',
    source: 'arXiv 2511.12309',
  },
  parameters: TOTAL,
  look: { hue: 'asc-dirichlet', shape: 'tee-down' },
  swept: null,
  decideSet: (spec, order, prefixes) => spendTotal(spec, handToBlend, { order, prefixes }),
})
