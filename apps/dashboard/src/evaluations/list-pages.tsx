import Link from 'next/link'
import { type ListQuery, searchOf } from './list-query'

interface Props {
  readonly next: string | null
  readonly query: ListQuery
}

/** The way to other pages of the list, and the files that hold all of them. */
export function ListPages({ next, query }: Props) {
  return (
    <div className="list-foot">
      <p className="muted">
        All that match, as{' '}
        <a href={`/v1/exports/evaluations.csv${searchOf(query)}`} download>
          CSV
        </a>{' '}
        or{' '}
        <a href={`/v1/exports/evaluations.json${searchOf(query)}`} download>
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
