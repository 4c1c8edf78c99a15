import type { Bounds } from '@cges-fleet/core'
import { quantile } from '../descriptive.js'
import { resampleClusters } from '../resampling.js'
import type { Graded } from './drift.js'

/** A response and the question it answers: responses of one question are not independent. */
export type Clustered = Graded & { readonly question: number }

const Z = 1.959963984540054

type ClusterSums = { right: number; wrong: number; aboveRight: number; belowWrong: number }

/**
 * Returns the 95 % interval of the area under the ROC curve, questions being clusters; on the log-odds scale, so that
 * it stays within (0, 1). Null if the area is 0 or 1, or a kind is there for fewer than two questions. O(n log n).
 * Source: Obuchowski, Nonparametric analysis of clustered ROC curve data (1997).
 */
export function aucInterval(responses: readonly Clustered[]): Bounds | null {
  const { clusters, rights, wrongs } = placements(responses)
  const area = sum(clusters, ({ aboveRight }) => aboveRight) / (rights * wrongs)
  if (!(area > 0 && area < 1)) return null
  const withRight = clusters.filter(({ right }) => right > 0).length
  const withWrong = clusters.filter(({ wrong }) => wrong > 0).length
  if (withRight < 2 || withWrong < 2) return null
  const ofRight = (each: ClusterSums) => each.aboveRight / wrongs - each.right * area
  const ofWrong = (each: ClusterSums) => each.belowWrong / rights - each.wrong * area
  const s10 = (unbiased(withRight) * sum(clusters, (each) => ofRight(each) ** 2)) / rights ** 2
  const s01 = (unbiased(withWrong) * sum(clusters, (each) => ofWrong(each) ** 2)) / wrongs ** 2
  const s11 = (unbiased(clusters.length) * sum(clusters, (each) => ofRight(each) * ofWrong(each))) / (rights * wrongs)
  const spread = (Z * Math.sqrt(Math.max(0, s10 + s01 + 2 * s11))) / (area * (1 - area))
  const logOdds = Math.log(area / (1 - area))
  return { low: logistic(logOdds - spread), high: logistic(logOdds + spread) }
}

/** For each question: its right responses' places above wrong ones, and its wrong ones' below right ones, ties half. */
function placements(responses: readonly Clustered[]) {
  const sorted = responses.toSorted((a, b) => a.confidence - b.confidence)
  const rights = sorted.filter(({ correct }) => correct).length
  const clusters = new Map<number, ClusterSums>()
  let rightBelow = 0
  let wrongBelow = 0
  for (let from = 0; from < sorted.length;) {
    let to = from
    while (to < sorted.length && sorted[to]?.confidence === sorted[from]?.confidence) to += 1
    const level = sorted.slice(from, to)
    const rightHere = level.filter(({ correct }) => correct).length
    const wrongHere = level.length - rightHere
    for (const { question, correct } of level) {
      const sums = clusters.get(question) ?? { right: 0, wrong: 0, aboveRight: 0, belowWrong: 0 }
      clusters.set(question, sums)
      if (correct) {
        sums.right += 1
        sums.aboveRight += wrongBelow + wrongHere / 2
      } else {
        sums.wrong += 1
        sums.belowWrong += rights - rightBelow - rightHere / 2
      }
    }
    rightBelow += rightHere
    wrongBelow += wrongHere
    from = to
  }
  return { clusters: [...clusters.values()], rights, wrongs: sorted.length - rights }
}

function sum(clusters: readonly ClusterSums[], value: (each: ClusterSums) => number): number {
  return clusters.reduce((total, each) => total + value(each), 0)
}

/** The factor that makes a variance over a number of clusters unbiased: one degree of freedom is used up. */
function unbiased(count: number): number {
  return count / (count - 1)
}

function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

const RESAMPLES = 1000

/**
 * Returns the 95 % percentile interval of the calibration error over `bins` bins of equal width, from resamples of
 * questions. A resample's error is larger than the truth's on average, so near 0 the interval lies high. Null without
 * responses. O(resamples × questions × bins).
 */
export function calibrationErrorInterval(
  responses: readonly Clustered[],
  bins: number,
  questions: number,
  next: () => number,
): Bounds | null {
  if (responses.length === 0) return null
  const counts = new Float64Array(questions)
  const gaps = Array.from({ length: bins }, () => new Float64Array(questions))
  for (const { question, confidence, correct } of responses) {
    counts[question] = (counts[question] ?? 0) + 1
    const gap = gaps[Math.min(bins - 1, Math.floor(confidence * bins))]
    if (gap !== undefined) gap[question] = (gap[question] ?? 0) + (correct ? 1 : 0) - confidence
  }
  const [totals = new Float64Array(), ...drawn] = resampleClusters([counts, ...gaps], RESAMPLES, next)
  const errors: number[] = []
  for (const [at, n] of totals.entries()) {
    if (n > 0) errors.push(drawn.reduce((sum, gap) => sum + Math.abs(gap[at] ?? 0), 0) / n)
  }
  const sorted = errors.toSorted((a, b) => a - b)
  return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }
}
