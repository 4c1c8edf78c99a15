import type { Graded } from '../graded.js'

type Points = [number, number][]

/** The ROC curve and the risk by coverage, thinned for drawing. */
export type RankingCurves = { readonly roc: Points; readonly riskCoverage: Points }

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
