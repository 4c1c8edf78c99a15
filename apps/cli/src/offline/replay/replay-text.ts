import type { Moments } from '@cges-fleet/statistics'
import type { FrontierFigure, MethodResult, ReplayReport, SignalQuality } from '@cges-fleet/replay'
import { columns } from '../../report/format.js'
import { coverageLines } from './coverage-text.js'

/** Formats a replay for people. */
export function replayText(report: ReplayReport): string[] {
  const { questions, samples, seeds, methods, notRunnable, signals, notes } = report
  const counted = methods.some(({ tokens }) => tokens !== null)
  const head = ['method', 'accuracy %', 'calls', 'saved', ...(counted ? ['tokens'] : []), 'rounds']
  return [
    `${questions} questions, ${samples} recorded samples, ${seeds} ${seeds === 1 ? 'seed' : 'seeds'} (mean ± standard deviation, n − 1)`,
    '',
    ...columns([head, ...methods.map((method) => row(method, counted))]),
    ...methods.flatMap(sweepLines),
    ...frontierLines(report),
    ...coverageLines(report),
    ...(signals.length === 0 ? [] : ['', ...columns([SIGNAL_HEAD, ...signals.map(signalRow)])]),
    ...(report.pareto.length > 1 ? ['', `not dominated: ${report.pareto.map(({ method }) => method).join('; ')}`] : []),
    ...(notRunnable.length === 0
      ? []
      : ['', ...notRunnable.map(({ method, reason }) => `not run: ${method}: ${reason}`)]),
    ...signals.flatMap(({ signal, warning }) => (warning === null ? [] : [`warning: ${signal}: ${warning}`])),
    ...notes.map((note) => `note: ${note}`),
  ]
}

function row({ label, accuracy, calls, tokens, saved, rounds }: MethodResult, counted: boolean): string[] {
  return [
    label,
    spread(accuracy, 100, 1),
    spread(calls, 1, 2),
    `${(100 * saved).toFixed(1)} %`,
    ...(counted ? [tokens === null ? '—' : spread(tokens, 1, 0)] : []),
    rounds.mean.toFixed(2),
  ]
}

function spread({ mean, std }: Moments, scale: number, digits: number): string {
  const value = (scale * mean).toFixed(digits)
  return std === null ? value : `${value} ± ${(scale * std).toFixed(digits)}`
}

function sweepLines({ label, sweep, efficientGamma: efficient }: MethodResult): string[] {
  if (sweep === undefined) return []
  const rows = sweep.map(({ gamma, accuracy, calls }) => [String(gamma), spread(accuracy, 100, 1), spread(calls, 1, 2)])
  const chosen =
    efficient === undefined || efficient === null
      ? []
      : [
          efficient.qualified
            ? `efficient gamma (within 0.2 points of SC, chosen on the same labels): ${efficient.gamma}`
            : `no gamma comes within 0.2 points of SC; the largest is ${efficient.gamma}`,
        ]
  return ['', `gamma sweep of ${label}`, ...columns([['gamma', 'accuracy %', 'calls'], ...rows]), ...chosen]
}

function frontierLines({ frontiers }: ReplayReport): string[] {
  if (frontiers.length === 0) return []
  const head = ['method', 'swept', 'accuracy %, all calls', 'at a quarter of B', 'calls to SC − 0.5 points']
  const rows = frontiers.map(({ label, parameter, area, atQuarter, toSc }) => [
    label,
    parameter,
    figureText(area, 100, 1),
    figureText(atQuarter, 100, 1),
    figureText(toSc, 1, 2),
  ])
  return [
    '',
    'every method at every value of its own threshold [95 % of resampled questions]',
    ...columns([head, ...rows]),
    'note: calls to SC are found on the labels they are judged by, so they are optimistic; the mean over all calls chooses nothing',
  ]
}

function figureText({ value, low, high }: FrontierFigure, scale: number, digits: number): string {
  const [at, from, to] = [value, low, high].map((each) => (each === null ? '—' : (scale * each).toFixed(digits)))
  return `${at ?? ''} [${from ?? ''}–${to ?? ''}]`
}

const SIGNAL_HEAD = ['signal', 'read from', 'n', 'median', 'ECE (10 bins)', 'Brier', 'AUC', 'μ̂', 'drift > 0']

function signalRow(quality: SignalQuality): string[] {
  const { signal, source, n, median, ece10, brier, auc, muHat, drift } = quality
  const share = drift.positive === null ? '—' : `${(100 * drift.positive).toFixed(0)} %`
  return [
    signal,
    source,
    String(n),
    ...[median, ece10, brier, auc, muHat].map((value) => value?.toFixed(3) ?? '—'),
    share,
  ]
}
