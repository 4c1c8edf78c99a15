import type { CallDrift } from '@cges-fleet/core'
import { clampConfidence, logit } from '@cges-fleet/methods'
import { median } from '../descriptive.js'

/** One response with a valid answer: its confidence in [0, 1], and whether the answer is right. */
export type Graded = { readonly confidence: number; readonly correct: boolean }

/** The drift of the true answer against each competitor, in nats a sample; `other` is the unseen answers. */
type QuestionDrift = {
  readonly competitors: readonly { readonly answer: string; readonly drift: number }[]
  readonly other: number
  readonly least: number
}

/**
 * Returns one question's drift as the theorem has it: for each competitor b of the true answer a, the mean over samples
 * of ([R = a] − [R = b]) · ln(C (K − 1) / (1 − C)), with K the seen answers and OTHER. CGES converges to a if `least`
 * is positive, and away from it if it is negative. `samples` are the valid ones, confidences clamped. Null if the true
 * answer was not drawn. Source: arXiv 2511.02603, theorem 2 and appendix C.
 */
export function questionDrift(
  samples: readonly { readonly answer: string; readonly confidence: number }[],
  truth: string,
): QuestionDrift | null {
  const seen = [...new Set(samples.map(({ answer }) => answer))]
  if (!seen.includes(truth)) return null
  const sums = new Map(seen.map((answer) => [answer, 0]))
  for (const { answer, confidence } of samples) {
    sums.set(answer, (sums.get(answer) ?? 0) + logit(clampConfidence(confidence)) + Math.log(seen.length))
  }
  const other = (sums.get(truth) ?? 0) / samples.length
  const competitors = seen
    .filter((answer) => answer !== truth)
    .map((answer) => ({ answer, drift: other - (sums.get(answer) ?? 0) / samples.length }))
  return { competitors, other, least: Math.min(other, ...competitors.map(({ drift }) => drift)) }
}

/** `muHat` is in nats; `standardised` in standard deviations of the log-odds, 0 for a constant signal. */
type EmpiricalDrift = { readonly muHat: number; readonly standardised: number }

/**
 * Returns the paper's empirical drift: the mean log-odds of the confidence if the answer is right, minus that if it is
 * wrong; with K possible answers every log-odds gains ln(K − 1), which cancels. Standardised by the population standard
 * deviation of all log-odds. Null unless both kinds are there.
 *
 * It is not the sample version of μ_k: it leaves out how often each answer was given, and can be 0 or positive if μ_k
 * is positive or negative; questionDrift is faithful. Source: arXiv 2511.02603, appendix on signal quality.
 */
export function empiricalDrift(responses: readonly Graded[]): EmpiricalDrift | null {
  const logits = responses.map(({ confidence, correct }) => ({ value: logit(clampConfidence(confidence)), correct }))
  const right = logits.filter(({ correct }) => correct).map(({ value }) => value)
  const wrong = logits.filter(({ correct }) => !correct).map(({ value }) => value)
  if (right.length === 0 || wrong.length === 0) return null
  const all = [...right, ...wrong]
  if (all.every((value) => value === all[0])) return { muHat: 0, standardised: 0 }
  const muHat = mean(right) - mean(wrong)
  const centre = mean(all)
  return { muHat, standardised: muHat / Math.sqrt(mean(all.map((value) => (value - centre) ** 2))) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** `unseen` questions never drew their true answer and are left out of `positive` and `medianLeast`. */
export type DriftSummary = {
  readonly questions: number
  readonly unseen: number
  readonly positive: number | null
  readonly medianLeast: number | null
}

/**
 * Summarises the drifts of a set of questions: the share whose least drift is positive, which is the share CGES would
 * get right given enough samples. Null if no question drew its true answer.
 */
export function driftSummary(drifts: readonly (QuestionDrift | null)[]): DriftSummary {
  const known = drifts.filter((drift) => drift !== null).map(({ least }) => least)
  return {
    questions: drifts.length,
    unseen: drifts.length - known.length,
    positive: known.length === 0 ? null : known.filter((least) => least > 0).length / known.length,
    medianLeast: median(known),
  }
}

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

function variance(values: readonly number[]): number {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
}
