import type { CheckedGamma, GammaAdvice } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { formatCalls } from '../../format/format-calls'
import { formatCount } from '../../format/format-count'
import { formatShare } from '../../format/format-share'
import type { TableText } from '../../format/table/table-text'

type Advice = NonNullable<GammaAdvice['advice']>

/** The chosen γ beside those of the methods that ran, on the questions that had no part in choosing. */
export function gammaTable({ checks, method, recalibration, ran }: Advice): TableText {
  // If a recalibration is adopted, every row uses it, and none of them is the γ that ran.
  const current = recalibration?.adopted === true ? [] : ran
  return {
    columns: ['γ', 'Accuracy', 'SC’s', 'Difference', 'In a word', 'Calls', 'Saved', 'Tokens'],
    rows: checks.map((check, place) => [
      nameOf(check, { chosen: place === 0 && method !== null, current }),
      formatShare(check.accuracy),
      formatShare(check.scAccuracy),
      differenceOf(check),
      check.judgement,
      formatCalls(check.calls),
      formatShare(check.saved),
      check.tokens === null ? '—' : formatCount(Math.round(check.tokens)),
    ]),
  }
}

function nameOf({ gamma }: CheckedGamma, of: { readonly chosen: boolean; readonly current: readonly number[] }) {
  const notes = [...(of.chosen ? ['chosen'] : []), ...(of.current.includes(gamma) ? ['as it ran'] : [])]
  return notes.length === 0 ? `${gamma}` : `${gamma} (${notes.join(', ')})`
}

function differenceOf({ accuracy, scAccuracy, difference }: CheckedGamma): string {
  const interval = difference === null ? '' : ` [${points(difference.low)}, ${points(difference.high)}]`
  return `${points(accuracy - scAccuracy)}${interval} pts`
}

function points(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)}`
}

/** Describes which labels were used, and what that is worth. */
export function labelsNote({ slice, rest, left, seed, gammaInterval, checks }: Advice): string {
  const [chosen] = checks
  const range =
    gammaInterval === null || chosen === undefined
      ? ''
      : ` On resampled slices it would be ${gammaInterval.low} to ${gammaInterval.high} in 95 of 100.`
  const leftOut =
    left === 0 ? '' : ` ${counted(left, 'question')} were left out at random to answer in seconds; cges tune reads all.`
  return `γ was chosen on the labels of ${counted(slice, 'question')} (seed ${seed}), where its accuracy flatters; the figures are of the other ${formatCount(rest)}, which had no part in choosing.${range}${leftOut} All are questions of this benchmark for this model: elsewhere choose again. Several signals looked at are not adjusted for being several.`
}

/** Describes whether recalibrating improves the signal; null if nothing can be fitted. */
export function mapNote({ recalibration }: Advice): string | null {
  if (recalibration === null) return null
  const { map, adopted, calls, accuracy, plain } = recalibration
  const compared = `in five-fold cross-validation ${formatShare(accuracy)} with it and ${formatShare(plain)} without, at ${formatCalls(calls)} calls`
  return adopted
    ? `With the recalibration map ${map.join(';')}: ${compared}.`
    : `A recalibration (map ${map.join(';')}) is not adopted: ${compared}.`
}
