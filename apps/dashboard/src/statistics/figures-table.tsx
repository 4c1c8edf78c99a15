import type { FinalStatistics, MeanEstimate, MethodStatistics } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'
import { formatCalls } from '../format/format-calls'
import { formatCount } from '../format/format-count'
import { formatP } from '../format/format-p'
import { formatSeconds } from '../format/format-seconds'
import { formatShare } from '../format/format-share'
import { Missing } from '../frame/missing'

interface Props {
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics
}

/** Every figure behind the table of methods, for whoever will cite or check them. */
export function FiguresTable({ reports, final }: Props) {
  const columns = columnsOf(final)
  const methods = new Map(final.methods.map((method) => [method.key, method]))
  return (
    <details className="panel provenance" data-testid="figures">
      <summary>
        <h2>All figures</h2>
        <span className="muted">cost with intervals · p, mid-p, Holm · smallest difference found · replicates</span>
      </summary>
      <div className="scroll-sideways">
        <table className="plain">
          <Head columns={columns} />
          <tbody>
            {reports.map(({ key, name }) => {
              const method = methods.get(key)
              return method === undefined ? null : <Row key={key} name={name} method={method} columns={columns} />
            })}
          </tbody>
        </table>
      </div>
      <p className="footnote">
        Intervals of differences, calls, tokens and time: 95%, from {formatCount(final.resamples)} seeded resamples of
        questions. p: exact and two-sided, McNemar’s test, or sign flips by question where there are replicates. Mean ±
        s.d. over replicates is how papers print tables; it says how much a repetition of the same questions moves, not
        how much other questions would.
      </p>
      <p className="footnote">GPU time. {final.gpuTime}</p>
    </details>
  )
}

/** Columns that only some evaluations have. */
interface Columns {
  readonly ranked: boolean
  readonly scored: boolean
  readonly replicated: boolean
}

function columnsOf({ methods }: FinalStatistics): Columns {
  return {
    ranked: methods.some(({ ranking }) => ranking.calls > 0),
    scored: methods.some(({ scoringSeconds }) => scoringSeconds !== null),
    replicated: methods.some(({ replicates }) => replicates !== null),
  }
}

function Head({ columns: { ranked, scored, replicated } }: { readonly columns: Columns }) {
  const names = [
    'Method',
    'Calls a question',
    'Tokens',
    'GPU time',
    ...(ranked ? ['Ranking, in all'] : []),
    ...(scored ? ['Reward model'] : []),
    ...(replicated ? ['Over replicates, mean ± s.d. (n − 1)'] : []),
    'Won : lost',
    'p',
    'mid-p',
    'p after Holm',
    'Found at 80% power',
  ]
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th scope="col" key={name}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface RowProps {
  readonly name: string
  readonly method: MethodStatistics
  readonly columns: Columns
}

function Row({ name, method, columns: { ranked, scored, replicated } }: RowProps) {
  const { scoringSeconds } = method
  return (
    <tr>
      <th scope="row">{name}</th>
      <Costs method={method} />
      {ranked ? <RankingCell method={method} /> : null}
      {scored ? <td>{scoringSeconds === null ? '' : formatSeconds(scoringSeconds)}</td> : null}
      {replicated ? <ReplicatesCell method={method} /> : null}
      <TestCells method={method} />
    </tr>
  )
}

function Costs({ method: { calls, tokens, gpuSeconds } }: { readonly method: MethodStatistics }) {
  return (
    <>
      <Cost estimate={calls} write={formatCalls} />
      <Cost estimate={tokens} write={formatCount} />
      <Cost estimate={gpuSeconds} write={formatSeconds} />
    </>
  )
}

function Cost({
  estimate,
  write,
}: {
  readonly estimate: MeanEstimate | null
  readonly write: (value: number) => string
}) {
  if (estimate === null)
    return (
      <td>
        <Missing why="it was not recorded for every call" />
      </td>
    )
  return (
    <td>
      {write(estimate.value)}{' '}
      <span className="muted">
        [{write(estimate.low)}, {write(estimate.high)}]
      </span>
    </td>
  )
}

function RankingCell({ method: { ranking } }: { readonly method: MethodStatistics }) {
  if (ranking.calls === 0) return <td />
  return (
    <td>
      {formatCount(ranking.calls)} calls{ranking.gpuSeconds === null ? '' : `, ${formatSeconds(ranking.gpuSeconds)}`}
    </td>
  )
}

function ReplicatesCell({ method: { replicates } }: { readonly method: MethodStatistics }) {
  if (replicates === null) return <td />
  const { accuracy, calls } = replicates
  return (
    <td>
      {formatShare(accuracy.mean)} ± {accuracy.std === null ? '—' : (100 * accuracy.std).toFixed(1)} at{' '}
      {formatCalls(calls.mean)} ± {calls.std === null ? '—' : formatCalls(calls.std)}
    </td>
  )
}

function TestCells({ method: { comparison } }: { readonly method: MethodStatistics }) {
  if (comparison === null) return <td colSpan={5} className="muted" />
  const { won, lost, p, midP, holmP, minimumDetectable, exact } = comparison
  return (
    <>
      <td>
        {formatCount(won)} : {formatCount(lost)}
      </td>
      <td title={exact ? undefined : 'signs drawn 10,000 times from a fixed seed'}>
        {formatP(p)}
        {exact ? '' : '*'}
      </td>
      <td>{formatP(midP)}</td>
      <td>{formatP(holmP)}</td>
      <td>{(100 * minimumDetectable).toFixed(1)} points</td>
    </>
  )
}
