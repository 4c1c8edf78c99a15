import { counted } from '@cges-fleet/core/counted'
import type { MethodCurve, SignalQuality } from '@cges-fleet/core'
import type { NamedReport } from '../../families/name-methods'
import { formatInterval } from '../../format/format-interval'
import { formatShare } from '../../format/format-share'
import { FEW_ANSWERS, figure } from './signal-tables'

/** Said before there is anything to measure. */
export const NOT_YET = 'Not measured yet: it is some seconds after every trial is closed.'

/** Whether the signal is as sure as it should be, bin by bin. */
export function calibrationFinding({ n, ece10, ece10Interval }: SignalQuality, bins: SignalQuality['bins']): string {
  if (n < FEW_ANSWERS)
    return `Only ${counted(n, 'answer')}: the points are shown, and no calibration error is told from so few.`
  const over = bins.filter(({ confidence, interval }) => confidence > interval.high).length
  const under = bins.filter(({ confidence, interval }) => confidence < interval.low).length
  const bias =
    over > 2 * under
      ? 'Too sure'
      : under > 2 * over
        ? 'Not sure enough'
        : over + under === 0
          ? 'Calibrated, as far as can be seen'
          : 'Too sure in places, not enough in others'
  return `${bias}: ECE ${figure(ece10, ece10Interval)}; always the same confidence would have 0.`
}

/** Whether the signal ranks right answers above wrong ones. */
export function rankingFinding({ auc, aucInterval }: SignalQuality): string {
  if (auc === null) return 'No AUC: all answers are right, or all are wrong.'
  const says = aucInterval !== null && aucInterval.low > 0.5
  return `${says ? 'Right answers rank above wrong ones' : 'No better than chance is shown'}: AUC ${figure(auc, aucInterval)}; always the same confidence has 0.5.`
}

/** Whether right answers stay surer than wrong ones, call by call. */
export function driftFinding({ muHat, byCall }: SignalQuality): string {
  const told = byCall.filter((group) => group.interval !== null)
  const below = told.filter(({ interval }) => (interval?.low ?? 1) <= 0).length
  const where =
    below === 0 ? 'above 0 at every call told' : `not shown to be above 0 at ${below} of ${told.length} places`
  return `Drift μ̂ ${figure(muHat)}, ${where}. Late calls are those of hard questions.`
}

/** Describes whether γ kept its promise for each method that ran. */
export function stoppingFinding(reports: readonly NamedReport[], curves: readonly MethodCurve[]): string {
  const told = reports.flatMap(({ key, name }) => {
    const curve = curves.find((each) => each.key === key)
    const own = curve?.points.find(({ at }) => at === curve.own)
    if (curve === undefined || own?.error == null) return []
    const promised = 1 - curve.own
    const word = own.error.low > promised ? 'broken' : own.error.high <= promised ? 'kept' : 'not settled'
    return [
      `${name}: promised at most ${formatShare(promised)} wrong, seen ${formatShare(own.error.value)} ${formatInterval(own.error)}, so ${word}.`,
    ]
  })
  const promise = 'The promise holds for a fixed number of answers and calibrated confidences.'
  return told.length === 0 ? 'No method stopped a trial by γ.' : `${told.join(' ')} ${promise}`
}
