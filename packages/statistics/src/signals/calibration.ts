import type { ConfidenceBin } from '@cges-fleet/core'
import { median } from '../descriptive.js'
import { empiricalDrift, type Graded } from './drift.js'
import { wilsonInterval } from '../proportions.js'

/** The quality of a confidence signal; a number is null if it is not defined. */
export type CalibrationReport = {
  readonly n: number
  readonly ece10: number | null
  readonly ece15: number | null
  readonly brier: number | null
  readonly sharpness: number | null
  readonly auc: number | null
  readonly muHat: number | null
  readonly standardisedDrift: number | null
  readonly median: number | null
}

/** Measures a confidence signal on graded responses: calibration, discrimination, drift and median. */
export function calibrationReport(responses: readonly Graded[]): CalibrationReport {
  const drift = empiricalDrift(responses)
  return {
    n: responses.length,
    ece10: calibrationError(responses, 10),
    ece15: calibrationError(responses, 15),
    brier: brierScore(responses),
    sharpness: sharpness(responses),
    auc: auc(responses),
    muHat: drift?.muHat ?? null,
    standardisedDrift: drift?.standardised ?? null,
    median: median(responses.map(({ confidence }) => confidence)),
  }
}

/**
 * Returns the chance that a right answer has a higher confidence than a wrong one, equal ones counting half: in [0, 1],
 * ½ for an uninformative signal; null unless both kinds are there. O(n log n), by mid-ranks.
 * Source: Mann and Whitney (1947); Hanley and McNeil, The meaning and use of the area under a ROC curve (1982).
 */
export function auc(responses: readonly Graded[]): number | null {
  const sorted = responses.toSorted((a, b) => a.confidence - b.confidence)
  const right = sorted.filter(({ correct }) => correct).length
  const wrong = sorted.length - right
  if (right === 0 || wrong === 0) return null
  let wins = 0
  let below = 0
  for (let from = 0; from < sorted.length;) {
    let rightHere = 0
    let wrongHere = 0
    let to = from
    for (; to < sorted.length && sorted[to]?.confidence === sorted[from]?.confidence; to += 1) {
      if (sorted[to]?.correct === true) rightHere += 1
      else wrongHere += 1
    }
    wins += rightHere * (below + wrongHere / 2)
    below += wrongHere
    from = to
  }
  return wins / (right * wrong)
}

/**
 * Returns the mean squared distance between confidence and outcome: in [0, 1], 0 the best, ¼ for ½ throughout; null
 * without responses. Source: G. W. Brier, Verification of forecasts expressed in terms of probability (1950).
 */
export function brierScore(responses: readonly Graded[]): number | null {
  if (responses.length === 0) return null
  return (
    responses.reduce((sum, { confidence, correct }) => sum + (confidence - (correct ? 1 : 0)) ** 2, 0) /
    responses.length
  )
}

/**
 * Returns the expected calibration error: how far confidence is from accuracy, averaged over `bins` bins of equal
 * width, weighted by the responses in them; in [0, 1], null without responses. The number of bins belongs beside the
 * number.
 * Source: Naeini, Cooper and Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning (2015).
 */
export function calibrationError(responses: readonly Graded[], bins: number): number | null {
  if (responses.length === 0) return null
  const gaps = Array<number>(bins).fill(0)
  for (const { confidence, correct } of responses) {
    const bin = Math.min(bins - 1, Math.floor(confidence * bins))
    gaps[bin] = (gaps[bin] ?? 0) + (correct ? 1 : 0) - confidence
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / responses.length
}

/**
 * How far apart confidences lie, right or wrong: their population standard deviation, from 0 (always the same) to ½ (half of them
 * 0, half 1); null without responses. A calibrated signal tells more the sharper it is. Source: A. H. Murphy and R. L. Winkler, A
 * general framework for forecast verification (1987), who call it refinement.
 */
export function sharpness(responses: readonly Pick<Graded, 'confidence'>[]): number | null {
  if (responses.length === 0) return null
  const mean = responses.reduce((sum, { confidence }) => sum + confidence, 0) / responses.length
  const squares = responses.reduce((sum, { confidence }) => sum + (confidence - mean) ** 2, 0)
  return Math.sqrt(squares / responses.length)
}

/** The responses whose confidence lies in a bin: how many, how sure they were and how often right. */
export type ReliabilityBin = ConfidenceBin

/**
 * Returns the points of a reliability diagram over `bins` bins of equal width, the empty ones left out; the last holds
 * 1. The intervals are Wilson's and take responses to be independent. Source: Niculescu-Mizil and Caruana (2005).
 */
export function reliabilityBins(responses: readonly Graded[], bins: number): ReliabilityBin[] {
  const parts = Array.from({ length: bins }, (): Graded[] => [])
  for (const response of responses) parts[Math.min(bins - 1, Math.floor(response.confidence * bins))]?.push(response)
  return parts.flatMap((part, bin) => (part.length === 0 ? [] : [binOf(part, [bin / bins, (bin + 1) / bins])]))
}

/** Sums up the responses of one bin, at least one, with the limits it is drawn between. */
export function binOf(part: readonly Graded[], [low, high]: readonly [number, number]): ReliabilityBin {
  const right = part.reduce((sum, { correct }) => sum + (correct ? 1 : 0), 0)
  const confidence = part.reduce((sum, each) => sum + each.confidence, 0) / part.length
  return {
    low,
    high,
    n: part.length,
    confidence,
    accuracy: right / part.length,
    interval: wilsonInterval(right, part.length),
  }
}
