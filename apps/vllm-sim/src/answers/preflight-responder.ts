import { seededRandom } from '@cges-fleet/methods'
import type { SimulatorOptions } from '../simulator-options.js'
import type { Responder } from './responder.js'
import { tokenize } from './tokenizer.js'

const WORDS = [
  'amber',
  'river',
  'pencil',
  'orbit',
  'candle',
  'harbour',
  'violet',
  'engine',
  'meadow',
  'copper',
] as const

/** What a model says of each, if it draws one of them at random. */
const LOGPROB = Number(Math.log(1 / WORDS.length).toFixed(7))

/**
 * Answers a preflight as the server would answer any text it was not given: random words by the seed, with
 * log-probabilities unless the answers are recorded. A tiny model answers for itself.
 */
export function preflightResponder({ ownedBy, respond }: Pick<SimulatorOptions, 'ownedBy' | 'respond'>): Responder {
  if (ownedBy === 'cges-fleet-tiny') return respond
  return ({ seed, temperature, maxTokens }) => {
    const random = seededRandom(`preflight ${temperature === 0 ? 0 : seed}`)
    const text = Array.from({ length: 12 }, () => random.pick(WORDS)).join(' ')
    const tokens = tokenize(text).slice(0, maxTokens)
    const hasLogprobs = ownedBy === 'cges-fleet-simulator'
    const logprobs = hasLogprobs ? tokens.map(() => LOGPROB) : null
    return { kind: 'answer', tokens, logprobs, hasTokenIds: hasLogprobs, finish: 'stop' }
  }
}
