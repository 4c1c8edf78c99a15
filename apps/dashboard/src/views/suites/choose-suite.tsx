import { EvaluationStatus, statusWord, type SuiteRow } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import Link from 'next/link'
import { suiteAddress } from '../../addresses/comparisons'
import { fetchSuites } from '../../api/reads'
import { Instant } from '../../ui/format/instant'
import { ProblemPanel } from '../../ui/shell/problem-panel'
import { CardHeads } from '../../ui/table/column-heads'

/** The index of suites, a page at a time; explains what a suite is if there is none. */
export async function ChooseSuite({ after }: { readonly after: string | undefined }) {
  const found = await fetchSuites(after)
  if (!found.ok) return <ProblemPanel problem={found.problem} retry={suiteAddress({})} page="Suites" />
  const { suites, next } = found.value
  return (
    <>
      <h1>Suites</h1>
      <section className="panel" data-testid="choose-suite" aria-label="All suites">
        {suites.length === 0 ? (
          <h2>{after === undefined ? 'No suite yet' : 'No older suite'}</h2>
        ) : (
          <Suites of={suites} />
        )}
        {next === null ? null : (
          <p>
            <Link href={`/suite?after=${next}`}>Older suites</Link>
          </p>
        )}
        <p className="muted">
          A suite is one table of benchmarks, models and methods: <code>cges evaluate suite.yaml</code> submits it from
          one file. Or name the same suite in each <Link href="/evaluations/new">new evaluation</Link> that belongs to
          it.
        </p>
      </section>
    </>
  )
}

const COLUMNS = ['Suite', 'Benchmarks', 'Models', 'Evaluations', 'Newest']

function Suites({ of }: { readonly of: readonly SuiteRow[] }) {
  return (
    <div className="scroll">
      <table className="cards" role="table">
        <CardHeads columns={COLUMNS} />
        <tbody role="rowgroup">
          {of.map(({ suite, benchmarks, pools, evaluations, statuses, newestAt }) => (
            <tr key={suite} role="row">
              <th scope="row" role="rowheader">
                <Link href={suiteAddress({ suite })}>{suite}</Link>
              </th>
              <td role="cell" data-label="Benchmarks" className="number">
                {benchmarks}
              </td>
              <td role="cell" data-label="Models" className="number">
                {pools}
              </td>
              <td role="cell" data-label="Evaluations">
                {counted(evaluations, 'evaluation')}
                <span className="under">{statusWords(statuses)}</span>
              </td>
              <td role="cell" data-label="Newest">
                <Instant at={newestAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function statusWords(statuses: SuiteRow['statuses']): string {
  return [...EvaluationStatus.options, 'incomplete' as const]
    .flatMap((status) => {
      const word = status === 'incomplete' ? status : statusWord(status)
      return statuses[status] === undefined ? [] : [`${statuses[status]} ${word}`]
    })
    .join(', ')
}
