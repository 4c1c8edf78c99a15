import type { BenchmarkView } from '@cges-fleet/core'
import { ListBenchmarks } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import Link from 'next/link'
import { fetchApi } from '../../api/fetch-api'
import { fetchSession } from '../../api/reads'
import { Instant } from '../../ui/format/instant'
import { formatCount } from '../../ui/format/numbers'
import { ProblemPanel } from '../../ui/shell/problem-panel'
import { KINDS } from '../../views/benchmarks/kinds'
import { ScrollRegion } from '../../ui/table/scroll-region'

export const metadata: Metadata = { title: 'Benchmarks' }
export const dynamic = 'force-dynamic'

/** The benchmarks that there are, and the door for questions of one's own. */
export default async function Page() {
  const [answer, session] = await Promise.all([fetchApi(ListBenchmarks), fetchSession()])
  const scopes = session?.caller?.scopes ?? []
  if (!answer.ok) return <ProblemPanel problem={answer.problem} retry="/benchmarks" page="Benchmarks" />
  const { benchmarks } = answer.value
  return (
    <>
      <div className="title-row">
        <h1>Benchmarks</h1>
        {scopes.includes('benchmarks:write') ? (
          <Link className="button primary" href="/benchmarks/new" prefetch={false}>
            Drop questions
          </Link>
        ) : null}
      </div>
      <section className="panel" aria-label="All benchmarks" data-testid="benchmarks">
        {benchmarks.length === 0 ? (
          <p>No benchmark yet. Drop a file of questions, or import a known one: cges benchmark import.</p>
        ) : (
          <Benchmarks of={benchmarks} mayEvaluate={scopes.includes('evaluations:write')} />
        )}
      </section>
    </>
  )
}

interface Props {
  readonly of: readonly BenchmarkView[]
  readonly mayEvaluate: boolean
}

function Benchmarks({ of, mayEvaluate }: Props) {
  return (
    <ScrollRegion label="Benchmarks">
      <table>
        <thead>
          <tr>
            <th scope="col">Benchmark</th>
            <th scope="col" className="number">
              Questions
            </th>
            <th scope="col">Answers</th>
            <th scope="col">Added</th>
          </tr>
        </thead>
        <tbody>
          {of.map((each) => (
            <Row key={each.name} of={each} mayEvaluate={mayEvaluate} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface RowProps extends Pick<Props, 'mayEvaluate'> {
  readonly of: BenchmarkView
}

function Row({ of: { name, title, questions, answerKind, createdAt }, mayEvaluate }: RowProps) {
  const query = `benchmark=${encodeURIComponent(name)}`
  return (
    <tr data-benchmark={name}>
      <th scope="row">
        {name}
        <span className="under">{title}</span>
        <span className="under">
          <Link href={`/evaluations?${query}`}>Its evaluations</Link>
          {mayEvaluate ? (
            <>
              {' · '}
              <Link href={`/evaluations/new?${query}`} prefetch={false}>
                New evaluation
              </Link>
            </>
          ) : null}
        </span>
      </th>
      <td className="number">{formatCount(questions)}</td>
      <td>{KINDS[answerKind]}</td>
      <td>
        <Instant at={createdAt} />
      </td>
    </tr>
  )
}
