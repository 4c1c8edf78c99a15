import { counted } from '@cges-fleet/core'
import type { Moments } from '@cges-fleet/statistics'
import type { FrontierFigure, FrontierFigures, MethodResult, ReplayReport, SignalQuality } from '@cges-fleet/replay'
import { columns, pointsEstimate } from '../../report/format.js'
import { inputLines } from './input-text.js'
import { coverageLines } from './coverage-text.js'

/** Formats a replay for people. */
export function replayText(report: ReplayReport): string[] {
  const { questions, samples, seeds, methods, notRunnable, signals, notes } = report
  const hasTokens = methods.some(({ tokens }) => tokens !== null)
  const head = ['method', 'accuracy %', 'calls', 'saved', ...(hasTokens ? ['tokens'] : []), 'rounds']
  return [
    `${counted(questions, 'question')}, ${counted(samples, 'recorded sample')}, ${counted(seeds, 'seed')} (mean ± standard deviation, n − 1)`,
    ...inputLines(report.input),
    '',
    ...columns([head, ...methods.map((method) => row(method, hasTokens))]),
    ...methods.flatMap(sweepLines),
    ...frontierLines(report),
    ...report.notSwept.map(({ method, reason }) => `not swept: ${method}: ${reason}`),
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

function row({ label, accuracy, calls, tokens, saved, rounds }: MethodResult, hasTokens: boolean): string[] {
  return [
    label,
    spread(accuracy, 100, 1),
    spread(calls, 1, 2),
    `${(100 * saved).toFixed(1)} %`,
    ...(hasTokens ? [tokens === null ? '—' : spread(tokens, 1, 0)] : []),
    rounds.mean.toFixed(2),
  ]
}

function spread({ mean, std }: Moments, scale: number, digits: number): string {
  const value = (scale * mean).toFixed(digits)
  return std === null ? value : `${value} ± ${(scale * std).toFixed(digits)}`
}

function sweepLines({ label, sweep, efficientGamma: efficient }: MethodResult): string[] {
  if (sweep === undefined) return []
  const isTold = sweep.every(({ tokens }) => tokens !== null)
  const rows = sweep.map(({ gamma, accuracy, calls, tokens }) => [
    String(gamma),
    spread(accuracy, 100, 1),
    spread(calls, 1, 2),
    ...(isTold && tokens !== null ? [spread(tokens, 1, 0)] : []),
  ])
  const chosen =
    efficient === undefined || efficient === null
      ? []
      : [
          efficient.qualified
            ? `efficient gamma (within 0.2 points of SC, chosen on the same labels): ${efficient.gamma}`
            : `no gamma comes within 0.2 points of SC; the largest is ${efficient.gamma}`,
        ]
  const head = ['gamma', 'accuracy %', 'calls', ...(isTold ? ['tokens'] : [])]
  return ['', `gamma sweep of ${label}`, ...columns([head, ...rows]), ...chosen]
}

const NO_TOKENS =
  'note: nothing is by tokens, since the log does not tell how many were generated for every sample (completion_tokens)'

function frontierLines({ frontiers }: ReplayReport): string[] {
  if (frontiers.length === 0) return []
  const byTokens = frontiers.flatMap(({ label, parameter, byTokens: found }) =>
    found === null ? [] : [figureRow({ label, parameter, ...found }, 0)],
  )
  const [costs, all] = byTokens.length === 0 ? ['calls', 'calls'] : ['calls and tokens', 'calls, or tokens,']
  return [
    '',
    'every method at every value of its own threshold [95 % of resampled questions]',
    ...columns([
      [...headOf('calls'), ...(frontiers.length === 1 ? [] : [`all calls, over ${frontiers[0]?.label ?? ''}`])],
      ...frontiers.map((frontier) => [
        ...figureRow(frontier, 2),
        ...(frontier.overFirst === null ? [] : [pointsEstimate(frontier.overFirst)]),
      ]),
    ]),
    ...(byTokens.length === 0 ? [NO_TOKENS] : ['', ...columns([headOf('tokens'), ...byTokens])]),
    `note: ${costs} to SC are found on the labels they are judged by, so they are optimistic; the mean over all ${all} chooses nothing`,
  ]
}

function headOf(cost: string): string[] {
  const quarter = cost === 'calls' ? 'at a quarter of B' : 'at a quarter of SC’s'
  return ['method', 'swept', `accuracy %, all ${cost}`, quarter, `${cost} to SC − 0.5 points`]
}

type Named = FrontierFigures & { readonly label: string; readonly parameter: string }

function figureRow({ label, parameter, area, atQuarter, toSc }: Named, digits: number): string[] {
  return [label, parameter, figureText(area, 100, 1), figureText(atQuarter, 100, 1), figureText(toSc, 1, digits)]
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
