import Link from 'next/link'
import type { ListQuery } from './list-query'
import { layoutOf, searchOf } from './list-query'

/** What to do if no evaluation matches the filter. */
export function NoMatch({ query }: { readonly query: ListQuery }) {
  return (
    <section className="panel notice" data-testid="no-match">
      <h2>No evaluation matches</h2>
      <p>There are none with all of these conditions. Take one away, or clear them.</p>
      <p>
        <Link className="button" href={`/evaluations${searchOf(layoutOf(query))}`}>
          Clear the filter
        </Link>
      </p>
    </section>
  )
}
