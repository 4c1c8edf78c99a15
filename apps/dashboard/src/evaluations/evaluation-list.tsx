'use client'
import type { EvaluationPage } from '@cges-fleet/core'
import Link from 'next/link'
import { useNow } from '../live/use-now'
import { EvaluationRow } from './evaluation-row'
import { NoEvaluations } from './no-evaluations'
import { useEvaluations } from './use-evaluations'

interface Props {
  readonly initial: EvaluationPage
  readonly cursor: string | null
  /** When the server rendered the page: ages start from it, so that server and browser agree. */
  readonly renderedAt: number
  readonly address: string
}

const COLUMNS = ['Status', 'Name', 'Benchmark', 'Model', 'Trials closed', 'Methods', 'Samples drawn', 'Created']
const NUMBERS = new Set(['Methods', 'Samples drawn', 'Created'])

/** The evaluations, newest first, kept up to date while one runs. */
export function EvaluationList({ initial, cursor, renderedAt, address }: Props) {
  const { page, failing } = useEvaluations(initial, cursor)
  const now = useNow(5_000) ?? renderedAt
  if (page.evaluations.length === 0 && cursor === null) return <NoEvaluations address={address} />
  return (
    <section className="panel">
      {failing ? (
        <p className="note-warning" role="status">
          ⚠ The API does not answer. This is the list as last read; it is asked again every 5 s.
        </p>
      ) : null}
      <table role="table" className={`evaluations ${failing ? 'dim' : ''}`} data-testid="evaluations">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <th role="columnheader" scope="col" key={column} className={NUMBERS.has(column) ? 'number' : ''}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {page.evaluations.map((evaluation) => (
            <EvaluationRow key={evaluation.id} evaluation={evaluation} now={now} />
          ))}
        </tbody>
      </table>
      <Pages next={page.next} cursor={cursor} />
    </section>
  )
}

function Pages({ next, cursor }: { readonly next: string | null; readonly cursor: string | null }) {
  if (next === null && cursor === null) return null
  return (
    <nav className="pages" aria-label="Pages">
      {cursor === null ? null : <Link href="/evaluations">Newest</Link>}
      {next === null ? <span className="muted">No older ones</span> : null}
      {next === null ? null : <Link href={`/evaluations?cursor=${encodeURIComponent(next)}`}>Older →</Link>}
    </nav>
  )
}
