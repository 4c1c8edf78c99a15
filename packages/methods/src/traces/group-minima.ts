/** Where the confidence of a trace's last tokens fell below all that it was before: after how many tokens, and to what. */
export type Minima = readonly (readonly [tokens: number, confidence: number])[]

/** Group confidences count in hundredths, rounded down: that bounds how often one can fall. */
const STEPS = 100

/**
 * Follows the confidence of a trace's last `window` tokens, from the first full window on, and tells where it came to a
 * new minimum. This is all that is needed to say at which token any bar would have ended the trace. A trace shorter than
 * the window is one group. `confidences` are those of its tokens (`tokenConfidence`), finite, at least 0; empty without
 * tokens. Throws a RangeError on others. Source: arXiv 2508.15260, group confidence.
 */
export function groupMinima(confidences: ArrayLike<number>, window: number): Minima {
  const minima: [tokens: number, confidence: number][] = []
  const { length } = confidences
  const size = Math.min(window, length)
  let lowest = Infinity
  let sum = 0
  for (let at = 0; at < length; at += 1) {
    // Summed anew once a window, so that no rounding error grows with the trace.
    sum = at % size === size - 1 ? total(confidences, at + 1 - size, at + 1) : sum + valid(confidences, at)
    if (at < size - 1) continue
    const group = Math.floor((STEPS * sum) / size) / STEPS
    if (group < lowest) minima.push([at + 1, group])
    lowest = Math.min(lowest, group)
    sum -= confidences[at + 1 - size] ?? 0
  }
  return minima
}

/** The lowest confidence of a group of the trace, in hundredths; null without tokens. */
export function lowestGroup(minima: Minima): number | null {
  return minima.at(-1)?.[1] ?? null
}

/** After how many tokens a bar ends the trace: the first group below it; null where none is. */
export function abortedAfter(minima: Minima, bar: number): number | null {
  return minima.find(([, confidence]) => confidence < bar)?.[0] ?? null
}

function total(confidences: ArrayLike<number>, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at += 1) sum += valid(confidences, at)
  return sum
}

function valid(confidences: ArrayLike<number>, at: number): number {
  const confidence = confidences[at]
  if (confidence !== undefined && confidence >= 0 && Number.isFinite(confidence)) return confidence
  throw new RangeError(`the confidence of token ${at + 1} must be a number from 0, not ${confidence}`)
}
