import { clampConfidence, logit } from '@cges-fleet/methods'
import type { CallDrift } from '@cges-fleet/core'
import type { Graded } from '../graded.js'

/** A response and its place among those drawn of its trial, from 1. */
export type Placed = Graded & { readonly call: number }

const Z = 1.959963984540054

/** Places shown by themselves; later ones in groups that double: 9 to 16, 17 to 32, … */
const SINGLE = 8

/**
 * Measures whether a signal drifts with the call an answer came at: mean confidence, accuracy, and the drift μ̂ (mean
 * log-odds of right answers minus that of wrong ones) among the first answers, the second, … If methods stopped early,
 * late answers are those of hard questions. The interval is normal, with unequal variances (Welch 1947), and takes
 * answers as independent; null unless there are two right and two wrong.
 */
export function driftByCall(responses: readonly Placed[]): CallDrift[] {
  const groups = new Map<number, Placed[]>()
  for (const response of responses) {
    const first = groupOf(response.call)
    const group = groups.get(first)
    if (group === undefined) groups.set(first, [response])
    else group.push(response)
  }
  return [...groups].toSorted(([a], [b]) => a - b).map(([first, group]) => summed(first, group))
}

function groupOf(call: number): number {
  return call <= SINGLE ? call : 2 ** Math.floor(Math.log2(call - 1)) + 1
}

function summed(first: number, group: readonly Placed[]): CallDrift {
  const n = group.length
  const rights = logits(group.filter(({ correct }) => correct))
  const wrongs = logits(group.filter(({ correct }) => !correct))
  return {
    from: first,
    to: group.reduce((most, { call }) => Math.max(most, call), 0),
    n,
    confidence: group.reduce((sum, { confidence }) => sum + confidence, 0) / n,
    accuracy: rights.length / n,
    ...difference(rights, wrongs),
  }
}

function logits(group: readonly Graded[]): number[] {
  return group.map(({ confidence }) => logit(clampConfidence(confidence)))
}

function difference(rights: readonly number[], wrongs: readonly number[]): Pick<CallDrift, 'muHat' | 'interval'> {
  if (rights.length < 2 || wrongs.length < 2) return { muHat: null, interval: null }
  const muHat = mean(rights) - mean(wrongs)
  const spread = Z * Math.sqrt(variance(rights) / rights.length + variance(wrongs) / wrongs.length)
  return { muHat, interval: { low: muHat - spread, high: muHat + spread } }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]): number {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
}
