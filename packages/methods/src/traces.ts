/** A new minimum of the group confidence of a trace: after how many tokens, and its value. */
export type Minima = readonly (readonly [tokens: number, confidence: number])[]

/** The minima of one trace by the tokens of a group, which methods choose. */
export type MinimaByWindow = Readonly<Record<number, Minima>>

/** Group confidences count in hundredths, rounded down: that bounds how often one can fall. */
const STEPS = 100

/**
 * Follows the confidence of a trace's last `window` tokens as they come, from the first full window on, and reports
 * each new minimum. This is all that is needed to determine at which token any bar would have ended the trace. A trace
 * shorter than the window is one group, known at its end. Source: arXiv 2508.15260, group confidence.
 */
export class FallingTrace {
  /** The last `window` confidences, each at its token's place modulo the window. */
  readonly #last: number[] = []
  readonly #minima: [tokens: number, confidence: number][] = []
  #tokens = 0
  #sum = 0

  constructor(private readonly window: number) {}

  /** Takes the confidence of the next token (`tokenConfidence`): finite, at least 0. Throws a RangeError on others. */
  add(confidence: number): void {
    const place = this.#tokens % this.window
    if (!(confidence >= 0 && Number.isFinite(confidence))) {
      throw new RangeError(`the confidence of token ${this.#tokens + 1} must be a number from 0, not ${confidence}`)
    }
    this.#sum = this.#sum - (this.#last[place] ?? 0) + confidence
    this.#last[place] = confidence
    this.#tokens += 1
    // Summed anew once a window, so that no rounding error grows with the trace.
    if (place === this.window - 1) this.#sum = total(this.#last)
    if (this.#tokens >= this.window) this.#note(this.window)
  }

  /** Takes in that no more tokens come: a trace shorter than the window is one group. */
  end(): void {
    if (this.#tokens > 0 && this.#tokens < this.window) this.#note(this.#tokens)
  }

  get minima(): Minima {
    return this.#minima
  }

  #note(size: number): void {
    const group = Math.floor((STEPS * this.#sum) / size) / STEPS
    if (group < (lowestGroup(this.#minima) ?? Infinity)) this.#minima.push([this.#tokens, group])
  }
}

/** The minima of a whole trace: `confidences` are those of its tokens; empty without tokens. */
export function groupMinima(confidences: ArrayLike<number>, window: number): Minima {
  const trace = new FallingTrace(window)
  for (let at = 0; at < confidences.length; at += 1) trace.add(confidences[at] ?? Number.NaN)
  trace.end()
  return trace.minima
}

/** The lowest confidence of a group of the trace, in hundredths; null without tokens. */
export function lowestGroup(minima: Minima): number | null {
  return minima.at(-1)?.[1] ?? null
}

/** After how many tokens a bar ends the trace: the first group below it; null if none is. */
export function abortedAfter(minima: Minima, bar: number): number | null {
  return minima.find(([, confidence]) => confidence < bar)?.[0] ?? null
}

function total(confidences: readonly number[]): number {
  let sum = 0
  for (const each of confidences) sum += each
  return sum
}

/** How many of the likeliest tokens count at every place; vLLM gives no more unless told. */
export const TOKEN_CONFIDENCE_TOP = 20

/** A candidate less likely than e^−100 counts as that: servers also list tokens that sampling has ruled out. */
const LEAST = -100

/**
 * Computes how sure a model was at one place: the mean negative log-probability of its likeliest tokens, in [0, 100]. The
 * surer it was of one of them, the less likely are the others, and the larger this is; it is no probability. `logprobs`
 * are natural log-probabilities in any order, of which the twenty largest count. Null with fewer than two. Throws a
 * RangeError on NaN. Source: arXiv 2508.15260, token confidence.
 */
export function tokenConfidence(logprobs: readonly number[]): number | null {
  if (logprobs.some((each) => Number.isNaN(each))) throw new RangeError('a log-probability must be a number, not NaN')
  const top = logprobs.toSorted((a, b) => b - a).slice(0, TOKEN_CONFIDENCE_TOP)
  if (top.length < 2) return null
  const total = top.reduce((sum, each) => sum + Math.max(LEAST, Math.min(each, 0)), 0)
  // Avoids −0 when all are certain.
  return total === 0 ? 0 : -total / top.length
}
