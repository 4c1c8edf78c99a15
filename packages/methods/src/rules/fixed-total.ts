import { handToRegret, spendTotal } from '../totals.js'
import { setRule } from './rule.js'
import { TOTAL } from './shared-parameters.js'

/**
 * Spends a fixed number of calls on a set, on the questions where giving the leader is expected to lose the most votes.
 * Our own.
 */
export const FIXED_TOTAL = setRule({
  decides: 'set',
  ranks: false,
  name: 'fixed-total',
  family: 'votes',
  title: 'Fixed total',
  about: 'spends a given number of calls on all questions together, each where it is expected to gain the most votes',
  example: 'fixed-total:totalCalls=2000@16',
  documented: { stopsAfter: 'when the calls of the set are spent', test: 'none', answer: 'plurality', source: 'ours' },
  parameters: TOTAL,
  look: { hue: 'esc', shape: 'star-4' },
  swept: null,
  decideSet: (spec, order, prefixes) => spendTotal(spec, handToRegret, { order, prefixes }),
})
