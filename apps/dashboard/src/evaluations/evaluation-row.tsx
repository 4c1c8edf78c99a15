import type { EvaluationRow as Row } from '@cges-fleet/core'
import Link from 'next/link'
import type { MouseEvent } from 'react'
import { ProvenanceBadge } from '../frame/provenance-badge'
import type { COLUMNS } from './columns'
import { EvaluationCell } from './evaluation-cells'

interface Props {
  readonly evaluation: Row
  readonly now: number
  readonly columns: readonly (typeof COLUMNS)[number][]
  readonly selected: boolean
  readonly onSelect: (event: MouseEvent<HTMLInputElement>) => void
}

/** One evaluation in the list. */
export function EvaluationRow({ evaluation, now, columns, selected, onSelect }: Props) {
  const { id, name } = evaluation
  return (
    <tr role="row" data-evaluation={id} className={selected ? 'selected' : ''}>
      <td role="cell" className="pick">
        <input type="checkbox" aria-label={`Select ${name}`} checked={selected} onClick={onSelect} readOnly />
      </td>
      {columns.map((column) =>
        column.name === 'name' ? (
          <NameCell key={column.name} evaluation={evaluation} />
        ) : (
          <EvaluationCell key={column.name} of={column.name} evaluation={evaluation} now={now} />
        ),
      )}
    </tr>
  )
}

function NameCell({ evaluation }: { readonly evaluation: Row }) {
  const { id, name, reason, tags } = evaluation
  return (
    <th role="rowheader" scope="row">
      <Link data-open href={`/evaluations/${encodeURIComponent(id)}`} prefetch={false}>
        {name}
      </Link>{' '}
      <ProvenanceBadge {...evaluation} />
      <Tags tags={tags} />
      {reason === null ? null : <span className="reason">{reason}</span>}
    </th>
  )
}

function Tags({ tags }: Pick<Row, 'tags'>) {
  return tags.map((tag) => (
    <Link key={tag} className="badge tag-link" href={`/evaluations?tag=${encodeURIComponent(tag)}`} prefetch={false}>
      {tag}
    </Link>
  ))
}
