import { lowConfidenceWords, type SignalQuality, type SignalWarning } from '@cges-fleet/core'
import { type ConfidenceSignal, seededRandom } from '@cges-fleet/methods'
import { median } from '../descriptive.js'
import type { EvaluationTable } from '../evaluation/evaluation-table.js'
import { aucInterval, calibrationErrorInterval, type Clustered } from './intervals.js'
import type { Graded } from './drift.js'
import { binOf, calibrationReport, type ReliabilityBin, reliabilityBins } from './calibration.js'
import { driftByCall, driftSummary, type Placed, questionDrift } from './drift.js'

/** Bins of the ECE and of its diagram; and of the diagram of equal masses. */
const BINS = 10
const MASS_BINS = 15

/** Measures a confidence signal over all answers that an evaluation drew, whichever method asked for them. */
export function signalQuality(table: EvaluationTable, signal: ConfidenceSignal): SignalQuality {
  const values = table.samples.signals.get(signal) ?? new Float64Array()
  const responses = responsesOf(table, values)
  const { ece15: _ece15, ...report } = calibrationReport(responses)
  const { next } = seededRandom('signals')
  return {
    signal,
    ...report,
    ece10Interval: calibrationErrorInterval(responses, BINS, table.questions, next),
    aucInterval: report.auc === null ? null : aucInterval(responses),
    drift: driftSummary(drifts(table, values)),
    bins: reliabilityBins(responses, BINS),
    massBins: massBins(responses, MASS_BINS),
    ...rankingCurves(responses),
    byCall: driftByCall(responses),
    constant: constantOf(responses),
    warning: report.median === null ? null : medianWarning(report.median),
  }
}

function responsesOf({ trials, samples }: EvaluationTable, values: Float64Array): (Clustered & Placed)[] {
  const responses: (Clustered & Placed)[] = []
  for (const [trial, question] of trials.question.entries()) {
    const from = trials.samplesFrom[trial] ?? 0
    for (let at = from; at < (trials.samplesFrom[trial + 1] ?? 0); at += 1) {
      const confidence = values[at] ?? Number.NaN
      if (samples.answer[at] === 0 || Number.isNaN(confidence)) continue
      responses.push({ confidence, correct: samples.correct[at] === 1, question, call: at - from + 1 })
    }
  }
  // Sorted once: everything below that ranks them then takes linear time.
  return responses.toSorted((a, b) => a.confidence - b.confidence)
}

/** The best that a constant signal could score. */
function constantOf(responses: readonly Clustered[]): SignalQuality['constant'] {
  if (responses.length === 0) return null
  const confidence = responses.filter(({ correct }) => correct).length / responses.length
  return { confidence, brier: confidence * (1 - confidence) }
}

/** The drift of each question, over the samples of all its replicates. */
function drifts({ questions, trials, samples }: EvaluationTable, values: Float64Array) {
  const votes = Array.from({ length: questions }, (): { answer: string; confidence: number }[] => [])
  const truth = Array.from({ length: questions }, () => '')
  for (const [trial, question] of trials.question.entries()) {
    for (let at = trials.samplesFrom[trial] ?? 0; at < (trials.samplesFrom[trial + 1] ?? 0); at += 1) {
      const confidence = values[at] ?? Number.NaN
      if (samples.answer[at] === 0 || Number.isNaN(confidence)) continue
      const answer = String(samples.answer[at])
      votes[question]?.push({ answer, confidence })
      if (samples.correct[at] === 1) truth[question] = answer
    }
  }
  return votes.map((each, question) => questionDrift(each, truth[question] ?? ''))
}

/**
 * Warns of a signal CGES cannot use well: if its median is below ½, most samples on a unanimous question count against
 * their own answer (a confidence below 1/(d + 1) is evidence against it), and CGES may never stop. `values` are one
 * signal's confidences; null if there is nothing to warn of.
 */
export function signalWarning(values: readonly number[]): string | null {
  const middle = median(values)
  const warning = middle === null ? null : medianWarning(middle)
  return warning === null ? null : lowConfidenceWords(warning.counts.median)
}

/** The warning from a known median; null if there is nothing to warn of. */
export function medianWarning(middle: number): SignalWarning | null {
  return middle < 0.5 ? { kind: 'low_confidence', counts: { median: middle }, why: null } : null
}

type Points = [number, number][]

/** The ROC curve and the risk by coverage, thinned for drawing. */
type RankingCurves = { readonly roc: Points; readonly riskCoverage: Points }

const POINTS = 48

/**
 * Ranks responses from the surest down and returns what keeping the first ones means: `roc`, the share of all wrong and
 * of all right ones kept; `riskCoverage`, the share kept and the share wrong among them. Equal confidences are kept
 * together. About 48 points, evenly over the coverage, rounded to four digits; `roc` is empty unless both kinds are
 * there.
 * Source: Fawcett, An introduction to ROC analysis (2006); Geifman and El-Yaniv, Selective classification (2017).
 */
export function rankingCurves(responses: readonly Graded[]): RankingCurves {
  const sorted = responses.toSorted((a, b) => b.confidence - a.confidence)
  const rights = sorted.filter(({ correct }) => correct).length
  const wrongs = sorted.length - rights
  const roc: Points = [[0, 0]]
  const riskCoverage: Points = []
  let right = 0
  let shown = 0
  for (const [at, { confidence, correct }] of sorted.entries()) {
    right += correct ? 1 : 0
    const kept = at + 1
    const isLast = kept === sorted.length
    if (sorted[kept]?.confidence === confidence || (!isLast && (kept - shown) * POINTS < sorted.length)) continue
    shown = kept
    roc.push([rounded((kept - right) / wrongs), rounded(right / rights)])
    riskCoverage.push([rounded(kept / sorted.length), rounded((kept - right) / kept)])
  }
  return { roc: rights === 0 || wrongs === 0 ? [] : roc, riskCoverage }
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000
}

/**
 * Returns the points of a reliability diagram over up to `bins` bins of about equally many responses; equal confidences
 * stay in one bin, so that no order among them matters. Source: Nguyen and O'Connor, Posterior calibration and
 * exploratory analysis for natural language processing models (2015).
 */
export function massBins(responses: readonly Graded[], bins: number): ReliabilityBin[] {
  const sorted = responses.toSorted((a, b) => a.confidence - b.confidence)
  const found: ReliabilityBin[] = []
  for (let from = 0; from < sorted.length;) {
    const wanted = Math.ceil((sorted.length * (found.length + 1)) / bins)
    let to = Math.max(from + 1, Math.min(sorted.length, wanted))
    while (to < sorted.length && sorted[to]?.confidence === sorted[to - 1]?.confidence) to += 1
    const part = sorted.slice(from, to)
    found.push(binOf(part, [part[0]?.confidence ?? 0, part.at(-1)?.confidence ?? 1]))
    from = to
  }
  return found
}
