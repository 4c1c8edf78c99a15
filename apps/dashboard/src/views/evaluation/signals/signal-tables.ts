import type { MethodCurve, SignalQuality } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { formatCalls, formatCount, formatInterval, formatShare } from '../../../ui/format/numbers'
import type { NamedReport } from '../../../ui/methods/names'
import type { TableText } from '../../../ui/table/table-text'

/** With fewer answers a calibration error reflects chance more than the signal, and none is shown. */
const FEW_ANSWERS = 100

/** Writes a number that may not be known, and its interval. */
export function figure(value: number | null, interval: { low: number; high: number } | null = null): string {
  if (value === null) return '—'
  return `${written(value)}${interval === null ? '' : ` [${written(interval.low)}, ${written(interval.high)}]`}`
}

function written(value: number): string {
  return value.toFixed(3).replace('-', '−')
}

/** The numbers of every signal, and below them those of a confidence that is always the same. */
export function qualityTable(signals: readonly SignalQuality[]): TableText {
  return {
    columns: [
      'Signal',
      'Answers',
      'ECE, 10 bins',
      'AUC',
      'Brier',
      'Sharpness',
      'Drift μ̂',
      'Median',
      'Gains',
      'Never drawn',
    ],
    rows: [
      ...signals.map(
        ({ signal, n, ece10, ece10Interval, auc, aucInterval, brier, sharpness, muHat, median, drift }) => [
          signal,
          formatCount(n),
          n < FEW_ANSWERS ? `n < ${FEW_ANSWERS}` : figure(ece10, ece10Interval),
          figure(auc, aucInterval),
          figure(brier),
          figure(sharpness),
          figure(muHat),
          figure(median),
          drift.positive === null ? '—' : formatShare(drift.positive),
          formatCount(drift.unseen),
        ],
      ),
      alwaysTheSame(signals.find(({ constant }) => constant !== null)?.constant ?? null),
    ],
  }
}

/** The figures of a signal that carries no information. */
function alwaysTheSame(constant: SignalQuality['constant']): string[] {
  const { brier = null, confidence = null } = constant ?? {}
  return ['always the same', '', '0.000', '0.500', figure(brier), '0.000', '0.000', figure(confidence), '', '']
}

/** The bins of a reliability diagram. */
export function binsTable(bins: SignalQuality['bins']): TableText {
  return {
    columns: ['From', 'To', 'Answers', 'Confidence', 'Right', '95% interval'],
    rows: bins.map(({ low, high, n, confidence, accuracy, interval }) => [
      figure(low),
      figure(high),
      formatCount(n),
      figure(confidence),
      formatShare(accuracy),
      formatInterval(interval),
    ]),
  }
}

/** A curve of two shares. */
export function sharesTable(columns: readonly [string, string], points: SignalQuality['roc']): TableText {
  return { columns, rows: points.map((point) => point.map(formatShare)) }
}

/** The drift call by call. */
export function driftTable({ byCall }: Pick<SignalQuality, 'byCall'>): TableText {
  return {
    columns: ['Calls', 'Answers', 'Confidence', 'Right', 'Drift μ̂'],
    rows: byCall.map(({ from, to, n, confidence, accuracy, muHat, interval }) => [
      from === to ? `${from}` : `${from} to ${to}`,
      formatCount(n),
      figure(confidence),
      formatShare(accuracy),
      figure(muHat, interval),
    ]),
  }
}

/** The results of stops, by γ, beside counting alone. */
export function stoppingTable(reports: readonly NamedReport[], curves: readonly MethodCurve[]): TableText {
  return {
    columns: [
      'Method',
      'γ',
      'Promised',
      'Stops',
      'Wrong among them',
      'Calls',
      'Accuracy',
      'Counting alone: calls',
      'accuracy',
    ],
    rows: reports.flatMap(({ key, name }) => {
      const curve = curves.find((each) => each.key === key)
      return (curve?.points ?? []).map(({ at, stopped, error, calls, accuracy }) => {
        const counted = curve?.constant?.points.find((point) => point.at === at)
        return [
          name,
          `${at}`,
          formatShare(1 - at),
          formatCount(stopped),
          error === null ? '—' : `${formatShare(error.value)} ${formatInterval(error)}`,
          formatCalls(calls),
          formatShare(accuracy),
          counted === undefined ? '—' : formatCalls(counted.calls),
          counted === undefined ? '—' : formatShare(counted.accuracy),
        ]
      })
    }),
  }
}

/** Said before there is anything to measure. */
export const NOT_YET = 'Not measured yet: this takes some seconds once every question is finished.'

/** Whether the signal is as sure as it should be, bin by bin. */
export function calibrationFinding({ n, ece10, ece10Interval }: SignalQuality, bins: SignalQuality['bins']): string {
  if (n < FEW_ANSWERS) return `Only ${counted(n, 'answer')}: too few for a calibration error.`
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
  const measured = byCall.filter((group) => group.interval !== null)
  const below = measured.filter(({ interval }) => (interval?.low ?? 1) <= 0).length
  const where =
    below === 0 ? 'above 0 at every call shown' : `not shown to be above 0 at ${below} of ${measured.length} places`
  return `Drift μ̂ ${figure(muHat)}, ${where}. Late calls are those of hard questions.`
}

/** Describes whether γ kept its promise for each method that ran. */
export function stoppingFinding(reports: readonly NamedReport[], curves: readonly MethodCurve[]): string {
  const measured = reports.flatMap(({ key, name }) => {
    const curve = curves.find((each) => each.key === key)
    const own = curve?.points.find(({ at }) => at === curve.own)
    if (curve === undefined || own?.error == null) return []
    const promised = 1 - curve.own
    const word =
      own.error.low > promised
        ? 'The confidence is miscalibrated.'
        : own.error.high <= promised
          ? 'The aim is met.'
          : 'Too few stops to tell.'
    return [
      `${name}: aimed for at most ${formatShare(promised)} errors, measured ${formatShare(own.error.value)} ${formatInterval(own.error)}. ${word}`,
    ]
  })
  const promise = 'γ bounds errors only with calibrated confidences and a fixed number of answers.'
  return measured.length === 0 ? 'No method stopped a question by γ.' : `${measured.join(' ')} ${promise}`
}
