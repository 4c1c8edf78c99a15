import { counted, countedOf, inNumber } from '@cges-fleet/core'
import { type MethodResult, type ReplayReport, type SignalQuality, tuneHint } from '@cges-fleet/replay'
import type { Moments } from '@cges-fleet/statistics'
import { againWith } from '../shell/again.js'
import { columns, percentOf } from '../shell/format.js'
import { differenceLines, tradeOffLines } from './compared-text.js'
import { frontierLines } from './frontier-text.js'
import { budgetLines, inputLines, inputWarnings } from './input-lines.js'

/** Formats a replay for people. */
export function replayText(report: ReplayReport): string[] {
  const { questions, samples, methods, notRunnable, signals, notes } = report
  const hasTokens = methods.some(({ tokens }) => tokens !== null)
  const isProbed = methods.some(({ probeTokens }) => probeTokens !== undefined)
  const costs = hasTokens ? ['tokens', 'sequential', ...(isProbed ? ['probe tokens'] : [])] : ['rounds']
  const head = ['method', 'accuracy %', 'calls', 'saved', ...costs]
  return [
    `${counted(questions, 'question')}, ${counted(samples, 'recorded sample')}, ${ordersText(report)}`,
    ...budgetLines(report),
    ...inputLines(report.input),
    ...(methods.length === 0
      ? []
      : ['', ...columns([head, ...methods.map((method) => row(method, { hasTokens, isProbed }))])]),
    ...differenceLines(report),
    ...untilLines(report),
    ...methods.flatMap(sweepLines),
    ...frontierLines(report),
    ...report.notSwept.map(({ method, reason }) => `not swept: ${method}: ${reason}`),
    ...coverageLines(report),
    ...(signals.length === 0 ? [] : ['', ...columns([SIGNAL_HEAD, ...signals.map(signalRow)]), ...SIGNAL_NOTES]),
    ...tradeOffLines(report),
    ...(notRunnable.length === 0
      ? []
      : ['', ...notRunnable.map(({ method, reason }) => `not run: ${method}: ${reason}`), ...remedyLines(notRunnable)]),
    ...notes.map((note) => `note: ${note}`),
  ]
}

/** Formats the warnings about a replay's samples and confidences. */
export function replayWarnings(
  { input, signals }: Pick<ReplayReport, 'input' | 'signals'>,
  first: number | undefined,
): string[] {
  return [
    ...inputWarnings(input),
    ...signals.flatMap(({ signal, warning }) =>
      warning === null ? [] : [`warning: ${signal}: ${warning}. To fit a better map: ${tuneHint(first)}`],
    ),
  ]
}

function ordersText({ inOrder, seeds }: Pick<ReplayReport, 'inOrder' | 'seeds'>): string {
  if (inOrder) return 'each question once, in the order of the file'
  return `${counted(seeds, 'random order')} (mean ± standard deviation, n − 1)`
}

function remedyLines(notRunnable: ReplayReport['notRunnable']): string[] {
  const remedies = new Set(notRunnable.flatMap(({ remedy }) => remedy ?? []))
  return remedies.size === 0 ? [] : [`  to run it: ${againWith(...remedies)}`]
}

function row(
  { label, accuracy, calls, tokens, sequential, probeTokens, saved, rounds }: MethodResult,
  { hasTokens, isProbed }: { readonly hasTokens: boolean; readonly isProbed: boolean },
): string[] {
  const inTokens = (moments: Moments | null) => (moments === null ? '—' : spread(moments, 1, 0))
  const probes = probeTokens === undefined ? '' : inTokens(probeTokens)
  return [
    label,
    spread(accuracy, 100, 1),
    spread(calls, 1, 2),
    `${(100 * saved).toFixed(1)} %`,
    ...(hasTokens ? [inTokens(tokens), inTokens(sequential), ...(isProbed ? [probes] : [])] : [rounds.mean.toFixed(2)]),
  ]
}

const OUTCOMES: Readonly<Record<string, string>> = {
  narrow: 'narrow enough',
  wide: 'still wide',
  worse: 'worse by more than the margin',
  close: 'within the margin or better',
  leads: 'leads',
  open: 'still open',
}

/** Formats where a run could have ended, with the share of runs that a look at every question contradicts. */
function untilLines({ until, methods }: ReplayReport): string[] {
  if (until === null) return []
  const { written, of, questions, calls, callsOfAll, seeds, whole, wrong, outcomes } = until
  const rows = outcomes.flatMap(({ key, counts }) =>
    Object.entries(counts).map(([outcome, count]) => [
      `  ${methods.find(({ method }) => method === key)?.label ?? key}`,
      OUTCOMES[outcome] ?? outcome,
      countedOf(count, seeds, 'seed'),
    ]),
  )
  return [
    '',
    `until ${written}: ends after ${spread(questions, 1, 0)} of ${counted(of, 'question')} (${percentOf(questions.mean, of)}), ` +
      `${spread(calls, 1, 0)} of ${callsOfAll.mean.toFixed(0)} calls (${percentOf(calls.mean, callsOfAll.mean)})`,
    `${countedOf(whole, seeds, 'seed')} needed every question; ${countedOf(wrong, seeds, 'seed')} decided otherwise than the whole run (at most 5 % may)`,
    ...columns(rows),
  ]
}

function spread({ mean, std }: Moments, scale: number, digits: number): string {
  const value = (scale * mean).toFixed(digits)
  return std === null ? value : `${value} ± ${(scale * std).toFixed(digits)}`
}

function sweepLines({ label, sweep, efficientGamma: efficient }: MethodResult): string[] {
  if (sweep === undefined) return []
  const tokensKnown = sweep.every(({ tokens }) => tokens !== null)
  const rows = sweep.map(({ gamma, accuracy, calls, tokens }) => [
    String(gamma),
    spread(accuracy, 100, 1),
    spread(calls, 1, 2),
    ...(tokensKnown && tokens !== null ? [spread(tokens, 1, 0)] : []),
  ])
  const chosen =
    efficient === undefined || efficient === null
      ? []
      : [
          efficient.qualified
            ? `efficient gamma: ${efficient.gamma}, the smallest within 0.2 points of SC on these questions. The usual 0.99 has seen no labels; cges tune chooses on some questions and checks on the others`
            : `no gamma comes within 0.2 points of SC; the largest is ${efficient.gamma}`,
        ]
  const head = ['gamma', 'accuracy %', 'calls', ...(tokensKnown ? ['tokens'] : [])]
  return ['', `gamma sweep of ${label}`, ...columns([head, ...rows]), ...chosen]
}

const SIGNAL_HEAD = ['signal', 'read from', 'n', 'median', 'ECE (10 bins)', 'Brier', 'AUC', 'μ̂', 'drift > 0']
const SIGNAL_NOTES = [
  '  AUC: the chance that a right answer is the more confident one; 0.5 is no help. ECE, Brier: errors, 0 is best.',
  '  μ̂: mean log-odds of right answers minus those of wrong ones. drift > 0: questions whose right answer gains on all others.',
]

function signalRow(quality: SignalQuality): string[] {
  const { signal, source, n, median, ece10, brier, auc, muHat, drift } = quality
  const share = drift.positive === null ? '—' : `${(100 * drift.positive).toFixed(0)} %`
  return [
    source === 'confidence' ? 'mapped' : signal,
    source,
    String(n),
    ...[median, ece10, brier, auc, muHat].map((value) => value?.toFixed(3) ?? '—'),
    share,
  ]
}

const SHARES = [1, 0.9, 0.8, 0.5] as const

/** Formats accuracy against coverage, if it was requested. */
function coverageLines({ methods }: Pick<ReplayReport, 'methods'>): string[] {
  const covered = methods.flatMap(({ label, coverage }) => (coverage === undefined ? [] : [{ label, coverage }]))
  if (covered.length === 0) return []
  const knowsOther = covered.some(({ coverage }) => coverage.areaByOther !== null)
  const byOther = knowsOther ? ['by OTHER’s mass'] : []
  const head = ['method', ...SHARES.map((share) => `answering ${100 * share} %`), 'mean over all coverages', ...byOther]
  const rows = covered.map(({ label, coverage: { points, area, areaByOther } }) => [
    label,
    ...SHARES.map((share) => atMost(points, share)),
    areaText(area),
    ...(knowsOther ? [areaText(areaByOther)] : []),
  ])
  return [
    '',
    'accuracy % of the answers given, the least sure withheld first (on the first permutation; scores are chosen on the labels they are judged by)',
    ...columns([head, ...rows]),
    ...covered.flatMap(({ label, coverage }) => promised(label, coverage)),
  ]
}

function areaText(area: NonNullable<MethodResult['coverage']>['areaByOther']): string {
  return area === null ? '—' : `${percent(area.value)} [${percent(area.low)}–${percent(area.high)}]`
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}

/** The accuracy of as many answers as can be given without exceeding a coverage; scores tie, so that it may be fewer. */
function atMost(points: NonNullable<MethodResult['coverage']>['points'], share: number): string {
  const point = points.find(({ coverage }) => coverage <= share + 1e-9)
  return point === undefined ? '—' : `${percent(point.accuracy)} at ${percent(point.coverage)} %`
}

function promised(label: string, { certified }: NonNullable<MethodResult['coverage']>): string[] {
  if (certified === null) return []
  if (certified.kind === 'none') return [`${label}: nothing can be promised: ${certified.why}`]
  const { abstainBelow, answered, wrong } = certified
  return [
    `${label}: abstainBelow=${abstainBelow} keeps the promise: ${countedOf(wrong, answered, 'answer')} given ${inNumber(wrong, 'is', 'are')} wrong here`,
  ]
}
