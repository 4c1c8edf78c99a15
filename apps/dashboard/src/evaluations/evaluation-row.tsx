import type { EvaluationSummary } from '@cges-fleet/core'
import Link from 'next/link'
import { formatAge } from '../format/format-age'
import { formatCount } from '../format/format-count'
import { formatInstant } from '../format/format-instant'
import { Progress } from '../frame/progress'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { Status } from '../frame/status'

interface Props {
  readonly evaluation: EvaluationSummary
  readonly now: number
}

/** One evaluation in the list. */
export function EvaluationRow({ evaluation, now }: Props) {
  const { id, name, status, reason, benchmark, pool, trials, samplesDrawn, createdAt, methods } = evaluation
  const age = (now - Date.parse(createdAt)) / 1000
  return (
    <tr role="row" data-evaluation={id}>
      <td role="cell" data-label="Status">
        <Status status={status} />
      </td>
      <th role="rowheader" scope="row">
        <Link href={`/evaluations/${encodeURIComponent(id)}`} prefetch={false}>
          {name}
        </Link>{' '}
        <ProvenanceBadge {...evaluation} />
        {reason === null ? null : <span className="reason">{reason}</span>}
      </th>
      <td role="cell" data-label="Benchmark">
        {benchmark.title} {benchmark.generated ? <span className="badge badge-generated">generated</span> : null}
      </td>
      <td role="cell" data-label="Model">
        {pool.model} <span className="muted">{pool.name}</span>
      </td>
      <td role="cell" data-label="Trials closed">
        <Progress trials={trials} />
        {trials.blocked === 0 ? null : <span className="warn">{formatCount(trials.blocked)} blocked</span>}
      </td>
      <td role="cell" data-label="Methods" className="number">
        {formatCount(methods)}
      </td>
      <td role="cell" data-label="Samples drawn" className="number">
        {formatCount(samplesDrawn)}
      </td>
      <td role="cell" data-label="Created" className="number">
        <time dateTime={createdAt} title={formatInstant(createdAt)}>
          {formatAge(age)}
        </time>
      </td>
    </tr>
  )
}
