import type { EvaluationListFile } from '@cges-fleet/core'
import { exportEvaluations } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import Link from 'next/link'
import { listAsking, type ListQuery, searchOf } from './list-query'

interface Props {
  readonly next: string | null
  readonly query: ListQuery
}

/** Links to other pages of the list, and files with all of them. */
export function ListPages({ next, query }: Props) {
  return (
    <div className="list-foot">
      <p className="muted">
        All that match, as{' '}
        <a href={fileOf('evaluations.csv', query)} download>
          CSV
        </a>{' '}
        or{' '}
        <a href={fileOf('evaluations.json', query)} download>
          JSON
        </a>
      </p>
      {next === null && query.cursor === undefined ? null : (
        <nav className="pages" aria-label="Pages">
          {query.cursor === undefined ? null : <Link href={`/evaluations${searchOf(query)}`}>← First page</Link>}
          {next === null ? (
            <span className="muted">No more</span>
          ) : (
            <Link href={`/evaluations${searchOf(query, { cursor: next })}`}>Next page →</Link>
          )}
        </nav>
      )}
    </div>
  )
}

function fileOf(file: EvaluationListFile, { cursor: _from, ...query }: ListQuery): string {
  return pathOf(exportEvaluations, { path: { file }, query: listAsking(query) })
}
