import { countedOf } from '@cges-fleet/core/counted'
import type { EvaluationRow as Row } from '@cges-fleet/core'
import Link from 'next/link'
import type { MouseEvent } from 'react'
import { suiteAddress } from '../compare/compared-address'
import { formatAge } from '../format/format-age'
import { formatCount } from '../format/format-count'
import { formatInstant } from '../format/format-instant'
import { Missing } from '../frame/missing'
import { Progress } from '../frame/progress'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { useZone } from '../frame/zone-scope'
import { Status } from '../frame/status'
import { BestCells } from './best-cells'

interface Props {
  readonly evaluation: Row
  readonly now: number
  readonly hasOwners: boolean
  readonly selected: boolean
  readonly onSelect: (event: MouseEvent<HTMLInputElement>) => void
}

/** One evaluation in the list. */
export function EvaluationRow({ evaluation, now, hasOwners, selected, onSelect }: Props) {
  const { id, name, status, reason, trials, best, methods, tags, owner } = evaluation
  return (
    <tr role="row" data-evaluation={id} className={selected ? 'selected' : ''}>
      <td role="cell" className="pick">
        <input type="checkbox" aria-label={`Select ${name}`} checked={selected} onClick={onSelect} readOnly />
      </td>
      <td role="cell" data-label="Status">
        <Status status={status} />
      </td>
      <th role="rowheader" scope="row">
        <Link data-open href={`/evaluations/${encodeURIComponent(id)}`} prefetch={false}>
          {name}
        </Link>{' '}
        <ProvenanceBadge {...evaluation} />
        <Tags tags={tags} />
        {reason === null ? null : <span className="reason">{reason}</span>}
      </th>
      <Subject evaluation={evaluation} />
      <td role="cell" data-label="Trials closed">
        <Progress trials={trials} />
        {trials.blocked === 0 ? null : <span className="warn">{formatCount(trials.blocked)} blocked</span>}
      </td>
      <BestCells best={best} methods={methods} why={whyNone(evaluation)} />
      <Samples evaluation={evaluation} />
      {hasOwners ? (
        <td role="cell" data-label="Owner" className="owner">
          {owner ?? <Missing why="it was submitted without a key" />}
        </td>
      ) : null}
      <Age createdAt={evaluation.createdAt} now={now} />
    </tr>
  )
}

/** What was asked of which model, and the suite it is reported in. */
function Subject({ evaluation: { benchmark, pool, suite } }: { readonly evaluation: Row }) {
  return (
    <td role="cell" data-label="Benchmark">
      {benchmark.title} {benchmark.generated ? <span className="badge badge-generated">generated</span> : null}
      <span className="under">
        {pool.model}
        {suite === null ? null : (
          <>
            {' · '}
            <Link href={suiteAddress({ suite })} prefetch={false}>
              {suite}
            </Link>
          </>
        )}
      </span>
    </td>
  )
}

function Tags({ tags }: Pick<Row, 'tags'>) {
  return tags.map((tag) => (
    <Link key={tag} className="badge tag-link" href={`/evaluations?tag=${encodeURIComponent(tag)}`} prefetch={false}>
      {tag}
    </Link>
  ))
}

function Samples({ evaluation: { samplesDrawn, calls } }: { readonly evaluation: Row }) {
  return (
    <td role="cell" data-label="Samples drawn" className="number">
      {formatCount(samplesDrawn)}
      <span className="under">
        {calls.cap === null ? `at most ${formatCount(calls.most)}` : countedOf(calls.spent, calls.cap, 'call')}
      </span>
    </td>
  )
}

function Age({ createdAt, now }: { readonly createdAt: string; readonly now: number }) {
  return (
    <td role="cell" data-label="Submitted" className="number">
      <time dateTime={createdAt} title={formatInstant(createdAt, useZone())}>
        {formatAge((now - Date.parse(createdAt)) / 1000)}
      </time>
    </td>
  )
}

function whyNone({ status }: Row): string {
  switch (status) {
    case 'running':
    case 'paused':
      return 'too few trials are closed at the front of the random order'
    case 'done':
      return 'no trial was resolved'
    case 'cancelled':
    case 'budget_stopped':
    case 'failed':
      return 'it ended early: its page has the figures there are'
  }
}
