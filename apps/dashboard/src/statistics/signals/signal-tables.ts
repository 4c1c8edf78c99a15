import type { MethodCurve, SignalQuality } from '@cges-fleet/core'
import type { NamedReport } from '../../families/name-methods'
import { formatCalls } from '../../format/format-calls'
import { formatCount } from '../../format/format-count'
import { formatInterval } from '../../format/format-interval'
import { formatShare } from '../../format/format-share'
import type { TableText } from '../../format/table/table-text'

/** With fewer answers a calibration error reflects chance more than the signal, and none is shown. */
export const FEW_ANSWERS = 100

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
