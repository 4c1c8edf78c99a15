import type { Graded } from './graded.js'

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
