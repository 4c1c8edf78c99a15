import { moneyWords } from '@cges-fleet/core/money-words'
import type { EvaluationView, FinalStatistics, MeanEstimate, MethodStatistics } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { gpuTimeWords } from '@cges-fleet/core/statistics-words'
import { formatCalls, formatCount, formatP, formatSeconds, formatShare } from '../../../ui/format/numbers'
import type { NamedReport } from '../../../ui/methods/names'
import { costAlone } from './cost-alone'
import type { TableText } from '../../../ui/table/table-text'
import { TextTable } from '../../../ui/table/text-table'

interface Props {
  readonly view: EvaluationView
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics | null
}

/** Every figure behind the table of methods, for citing or checking them. */
export function FiguresTable({ view, reports, final }: Props) {
  return (
    <details className="panel provenance" data-testid="figures">
      <summary>
        <h2>All figures</h2>
        <span className="muted">
          cost with intervals · p, mid-p, Holm · smallest detectable difference · replicates
        </span>
      </summary>
      {final === null ? (
        <p className="footnote">They appear once every question is finished.</p>
      ) : (
        <>
          <TextTable title="All figures" table={figuresText(view, reports, final)} />
          <p className="footnote">
            Intervals of differences, calls, tokens and time: 95%, from {formatCount(final.resamples)} seeded resamples
            of questions. p: exact and two-sided, McNemar’s test, or sign flips by question where there are replicates
            (* signs drawn 10,000 times from a fixed seed). Mean ± s.d. over replicates, as papers print it, shows how
            much a repetition of the same questions differs, not how other questions would.
          </p>
          <p className="footnote">GPU time. {gpuTimeWords(final.gpuTime)}</p>
        </>
      )}
    </details>
  )
}

type Column = readonly [name: string, write: (method: MethodStatistics) => string]

/** Writes every figure of every method; columns that only some evaluations have appear only if they hold a value. */
function figuresText(view: EvaluationView, reports: readonly NamedReport[], final: FinalStatistics): TableText {
  const { methods } = final
  const columns = columnsOf(methods)
  const byKey = new Map(methods.map((method) => [method.key, method]))
  return {
    columns: ['Method', ...columns.map(([name]) => name), ...(view.spent.money === null ? [] : ['Cost if run alone'])],
    rows: reports.flatMap((report) => {
      const method = byKey.get(report.key)
      const { money } = costAlone(view, report, final)
      const { currency } = view.spent
      const cost = currency === null ? [] : [money === null ? '—' : moneyWords(money, currency)]
      return method === undefined ? [] : [[report.name, ...columns.map(([, write]) => write(method)), ...cost]]
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
      'Detectable at 80% power, points',
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
