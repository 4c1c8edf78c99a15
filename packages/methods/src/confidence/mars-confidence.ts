import { type Signal, signalOf } from './signal.js'
import { tokenLogProbability } from './token-signals.js'

/** A MARS confidence with what it was weighted by; `weights` add up to 1 over the steps. */
export type MarsSignal = Signal & {
  readonly steps: readonly string[]
  readonly importance: readonly number[]
  readonly weights: readonly number[]
  readonly stepMeanLogprob: readonly number[]
}

/** How sharply the important steps outweigh the others. */
const TEMPERATURE = 0.1

/**
 * Returns the step-wise MARS confidence of a response: half the mean log-probability of all tokens, half that of its
 * steps weighted by a soft-max of their importance over a temperature of 0.1.
 *
 * `tokens` are the texts of the sampled tokens and `logprobs` their natural log-probabilities, one each; `importance`
 * holds one number a step, as stepImportance gives them unless handed in. With one step it is lns-geom. Null if there
 * are no tokens. Throws a RangeError on NaN, and if the lengths differ.
 * Source: arXiv 2402.11756 for the weights, arXiv 2511.02603 for steps instead of phrases.
 */
export function marsConfidence(response: {
  readonly tokens: readonly string[]
  readonly logprobs: ArrayLike<number>
  readonly importance?: readonly number[]
}): MarsSignal | null {
  const { tokens, logprobs } = response
  if (tokens.length !== logprobs.length) {
    throw new RangeError(`${tokens.length} tokens, but ${logprobs.length} log-probabilities`)
  }
  if (tokens.length === 0) return null
  const { steps, tokenStep } = splitSteps(tokens)
  const importance = response.importance ?? stepImportance(steps)
  if (importance.length !== steps.length || importance.some((each) => !Number.isFinite(each))) {
    throw new RangeError(`${steps.length} steps need as many finite importances`)
  }
  const logs = Array.from(logprobs, tokenLogProbability)
  const stepMeanLogprob = meansByStep(logs, tokenStep, steps.length)
  const weights = softmax(importance.map((each) => each / TEMPERATURE))
  const weighted = weights.reduce((sum, weight, step) => sum + weight * (stepMeanLogprob[step] ?? 0), 0)
  const raw = logs.includes(-Infinity) ? 0 : Math.exp((mean(logs) + weighted) / 2)
  return { ...signalOf(raw), steps, importance, weights, stepMeanLogprob }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function meansByStep(logs: readonly number[], tokenStep: readonly number[], steps: number): number[] {
  const sums = Array<number>(steps).fill(0)
  const tokens = Array<number>(steps).fill(0)
  for (const [index, step] of tokenStep.entries()) {
    sums[step] = (sums[step] ?? 0) + (logs[index] ?? Number.NaN)
    tokens[step] = (tokens[step] ?? 0) + 1
  }
  return sums.map((sum, step) => sum / (tokens[step] ?? 1))
}

function softmax(values: readonly number[]): number[] {
  const largest = values.reduce((max, value) => Math.max(max, value), -Infinity)
  const powers = values.map((value) => Math.exp(value - largest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/** A response cut into reasoning steps, and for each token the step it belongs to. */
export type Steps = { readonly steps: readonly string[]; readonly tokenStep: readonly number[] }

/**
 * Cuts a response, given as its tokens' texts, into steps: after each blank line, or if there is none after each line.
 * Blank pieces join the step before them (the next one at the start); a token belongs to the step that holds its first
 * character, and a step without tokens is dropped. No token gives no step.
 */
export function splitSteps(tokens: readonly string[]): Steps {
  const text = tokens.join('')
  const pieces = mergeBlank(text.split(text.includes('\n\n') ? /(?<=\n\n)(?!\n)/u : /(?<=\n)/u))
  const ends: number[] = []
  for (const piece of pieces) ends.push((ends.at(-1) ?? 0) + piece.length)
  let at = 0
  let piece = 0
  const holders = tokens.map((token) => {
    while (piece < pieces.length - 1 && at >= (ends[piece] ?? 0)) piece += 1
    at += token.length
    return piece
  })
  const kept = [...new Set(holders)]
  const places = new Map(kept.map((holder, place) => [holder, place]))
  return {
    steps: kept.map((holder) => pieces[holder] ?? ''),
    tokenStep: holders.map((holder) => places.get(holder) ?? 0),
  }
}

function mergeBlank(pieces: readonly string[]): string[] {
  const steps: string[] = []
  let leading = ''
  for (const piece of pieces) {
    if (piece.trim() !== '') {
      steps.push(leading + piece)
      leading = ''
    } else if (steps.length === 0) {
      leading += piece
    } else {
      steps.push(`${steps.pop() ?? ''}${piece}`)
    }
  }
  return leading === '' ? steps : [leading]
}

/**
 * Returns how much each step matters without asking a model: 1 − cosine similarity between the words of the response
 * and the words left when the step is deleted. In [0, 1]; a step without words 0, a sole step 1. Linear in the text.
 * Source: the deletion view of importance in arXiv 2402.11756, with counts of words for meaning.
 */
export function stepImportance(steps: readonly string[]): number[] {
  if (steps.length === 1) return [1]
  const all = countWords(steps.join('\n'))
  const norm = dot(all, all)
  return steps.map((step) => {
    const words = countWords(step)
    if (words.size === 0) return 0
    const shared = dot(words, all)
    const left = norm - 2 * shared + dot(words, words)
    return left === 0 ? 1 : 1 - (norm - shared) / Math.sqrt(norm * left)
  })
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[a-z0-9]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Σ a(word) · b(word), over the words of `a`. */
function dot(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [word, count] of a) sum += count * (b.get(word) ?? 0)
  return sum
}
