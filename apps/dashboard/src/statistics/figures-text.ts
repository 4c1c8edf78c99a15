import { counted } from '@cges-fleet/core/counted'
import type { FinalStatistics, MeanEstimate, MethodStatistics } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'
import { formatCalls } from '../format/format-calls'
import { formatCount } from '../format/format-count'
import { formatP } from '../format/format-p'
import { formatSeconds } from '../format/format-seconds'
import { formatShare } from '../format/format-share'
import type { TableText } from '../format/table/table-text'

type Column = readonly [name: string, write: (method: MethodStatistics) => string]

/** Writes every figure of every method; columns that only some evaluations have appear only if they hold a value. */
export function figuresText(reports: readonly NamedReport[], { methods }: FinalStatistics): TableText {
  const columns = columnsOf(methods)
  const byKey = new Map(methods.map((method) => [method.key, method]))
  return {
    columns: ['Method', ...columns.map(([name]) => name)],
    rows: reports.flatMap(({ key, name }) => {
      const method = byKey.get(key)
      return method === undefined ? [] : [[name, ...columns.map(([, write]) => write(method))]]
    }),
  }
}

function columnsOf(methods: readonly MethodStatistics[]): Column[] {
  const columns: readonly (Column | false)[] = [
    ['Calls a question', ({ calls }) => mean(calls, formatCalls)],
    ['Tokens', ({ tokens }) => mean(tokens, formatCount)],
    ['GPU time', ({ gpuSeconds }) => mean(gpuSeconds, formatSeconds)],
    methods.some(({ ranking }) => ranking.calls > 0) && ['Ranking, in all', ranked],
    methods.some(({ scoringSeconds }) => scoringSeconds !== null) && [
      'Reward model',
      ({ scoringSeconds }) => (scoringSeconds === null ? '' : formatSeconds(scoringSeconds)),
    ],
    methods.some(({ replicates }) => replicates !== null) && ['Over replicates, mean ± s.d. (n − 1)', replicated],
    [
      'Won : lost',
      ({ comparison }) =>
        comparison === null ? '' : `${formatCount(comparison.won)} : ${formatCount(comparison.lost)}`,
    ],
    ['p', ({ comparison }) => (comparison === null ? '' : `${formatP(comparison.p)}${comparison.exact ? '' : '*'}`)],
    ['mid-p', ({ comparison }) => (comparison === null ? '' : formatP(comparison.midP))],
    ['p after Holm', ({ comparison }) => (comparison === null ? '' : formatP(comparison.holmP))],
    [
      'Found at 80% power, points',
      ({ comparison }) => (comparison === null ? '' : (100 * comparison.minimumDetectable).toFixed(1)),
    ],
  ]
  return columns.filter((column) => column !== false)
}

function mean(estimate: MeanEstimate | null, write: (value: number) => string): string {
  if (estimate === null) return '—'
  return `${write(estimate.value)} [${write(estimate.low)}, ${write(estimate.high)}]`
}

function ranked({ ranking: { calls, gpuSeconds } }: MethodStatistics): string {
  if (calls === 0) return ''
  return `${counted(calls, 'call')}${gpuSeconds === null ? '' : `, ${formatSeconds(gpuSeconds)}`}`
}

function spread(std: number | null, write: (value: number) => string): string {
  return std === null ? '—' : write(std)
}

function replicated({ replicates }: MethodStatistics): string {
  if (replicates === null) return ''
  const { accuracy, calls } = replicates
  return `${formatShare(accuracy.mean)} ± ${spread(accuracy.std, (std) => (100 * std).toFixed(1))} at ${formatCalls(calls.mean)} ± ${spread(calls.std, formatCalls)}`
}
