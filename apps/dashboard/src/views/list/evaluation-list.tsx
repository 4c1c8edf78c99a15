'use client'

import type { EvaluationListFile, EvaluationPage, EvaluationRow as Row } from '@cges-fleet/core'
import { exportEvaluations } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import { evaluationReasonWords } from '@cges-fleet/core/reason-words'
import { counted } from '@cges-fleet/core/counted'
import { MOST_COUNTED } from '@cges-fleet/core/most-compared'
import { waitWords } from '@cges-fleet/core/wait-words'
import Link from 'next/link'
import { Fragment, type MouseEvent, useRef } from 'react'
import {
  type COLUMNS,
  isFiltered,
  isHome,
  layoutOf,
  listAsking,
  type ListQuery,
  searchOf,
  shownColumns,
} from '../../addresses/evaluations'
import { suiteAddress } from '../../addresses/comparisons'
import { CancelSeveral, TagSeveral } from './bulk-actions'
import { ColumnMenu, SortedHeader } from './columns'
import { CompareSelected, type Selection, useCompare, useRowKeys, useSelection } from './selection'
import { BUSY_MS, type EvaluationsState, useEvaluations } from './use-evaluations'
import { useNow } from '../../live/clock'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import { NotRefreshed } from '../../ui/shell/keep-fresh'
import { groupedBySuite, type SuiteGroup } from './suite-groups'
import { EvaluationCell } from './evaluation-cells'

interface Props {
  readonly initial: EvaluationPage
  readonly query: ListQuery
  /** When the server rendered the page: ages start from it, so that server and browser agree. */
  readonly renderedAt: number
  readonly mayWrite: boolean
  /** Whether evaluations are anybody's: a fleet without sign-in has no column for it. */
  readonly hasOwners: boolean
  /** The reader's own hidden columns, for addresses that name none. */
  readonly ownHidden: string
  /** Shown if there is no evaluation at all. */
  readonly none: React.ReactNode
}

/** The evaluations that a query finds, kept up to date while one runs; no row moves by itself. */
export function EvaluationList({ initial, query, renderedAt, mayWrite, hasOwners, ownHidden, none }: Props) {
  const state = useEvaluations(initial, query, renderedAt)
  const { failing } = state
  const groups = isHome(query) ? groupedBySuite(state.rows) : [{ suite: null, rows: state.rows }]
  const rows = groups.flatMap((group) => group.rows)
  const selection = useSelection(rows.map(({ id }) => id))
  const table = useRef<HTMLTableElement>(null)
  const columns = shownColumns(query, hasOwners)
  const now = useNow(5_000) ?? renderedAt
  useRowKeys({ table, onSelect: selection.toggle, onCompare: useCompare(selection.ids) })
  if (rows.length === 0 && query.cursor === undefined) return isFiltered(query) ? <NoMatch query={query} /> : none
  return (
    <section className="panel" aria-label="Evaluations">
      <div className="list-top">
        <Total of={initial.total} isFiltered={isFiltered(query)} />
        <ColumnMenu query={query} hasOwners={hasOwners} own={ownHidden} />
      </div>
      <Notices state={state} selection={selection} mayWrite={mayWrite} />
      <div className="list-scroll">
        <table role="table" className={`evaluations ${failing ? 'dim' : ''}`} data-testid="evaluations" ref={table}>
          <SortedHeader query={query} picker={<PickAll rows={rows.length} selection={selection} />} columns={columns} />
          <tbody role="rowgroup">
            <Rows groups={groups} columns={columns} now={now} selection={selection} />
          </tbody>
        </table>
      </div>
      <ListPages next={state.next} query={query} />
    </section>
  )
}

interface RowsProps extends Pick<EvaluationRowProps, 'columns' | 'now'> {
  readonly groups: readonly SuiteGroup[]
  readonly selection: Selection
}

function Rows({ groups, columns, now, selection }: RowsProps) {
  return groups.map((group) => (
    <Fragment key={group.suite ?? group.rows[0]?.id ?? ''}>
      {group.suite === null ? null : <SuiteRow {...group} suite={group.suite} columns={columns.length + 1} />}
      {group.rows.map((evaluation) => (
        <EvaluationRow
          key={evaluation.id}
          evaluation={evaluation}
          now={now}
          columns={columns}
          selected={selection.ids.has(evaluation.id)}
          onSelect={(event) => selection.toggle(evaluation.id, event)}
        />
      ))}
    </Fragment>
  ))
}

/** How many there are in all, or with these conditions. */
function Total({ of, isFiltered: isPart }: { readonly of: number; readonly isFiltered: boolean }) {
  const more = of >= MOST_COUNTED ? ' or more' : ''
  return (
    <p className="muted list-total" data-testid="total">
      {counted(of, 'evaluation')}
      {more}
      {isPart ? ' with these conditions' : ''}
    </p>
  )
}

interface SuiteRowProps extends SuiteGroup {
  readonly suite: string
  readonly columns: number
}

/** The head of the evaluations of one suite. */
function SuiteRow({ suite, rows, columns }: SuiteRowProps) {
  return (
    <tr role="row" className="suite-row">
      <td role="cell" colSpan={columns}>
        Suite{' '}
        <Link href={suiteAddress({ suite })} prefetch={false}>
          {suite}
        </Link>{' '}
        <span className="muted">{counted(rows.length, 'evaluation')} here</span>
      </td>
    </tr>
  )
}

function PickAll({ rows, selection }: { readonly rows: number; readonly selection: Selection }) {
  return (
    <input
      type="checkbox"
      aria-label="Select all that are shown"
      checked={rows > 0 && selection.ids.size === rows}
      onChange={selection.toggleAll}
    />
  )
}

interface NoticesProps {
  readonly state: EvaluationsState
  readonly selection: Selection
  readonly mayWrite: boolean
}

/** The notices above the rows: that they are old, that their order has changed, the actions on selected ones. */
function Notices({ state: { rows, readAt, failing, newer, reorder, refresh }, selection, mayWrite }: NoticesProps) {
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  return (
    <div className="list-notices">
      {failing === null ? null : <NotRefreshed readAt={readAt} everyMs={BUSY_MS} why={failing.why} />}
      {newer === null ? null : (
        <button type="button" className="chip" onClick={reorder} data-testid="order-changed">
          Order changed: show it
        </button>
      )}
      {selected.length === 0 ? null : (
        <div className="bulk" role="group" aria-label="The selected evaluations">
          <span>{selected.length} selected</span>
          <CompareSelected ids={selected.map(({ id }) => id)} />
          {mayWrite ? <TagSeveral selected={selected} onTagged={refresh} /> : null}
          {mayWrite ? <CancelSeveral selected={selected} onCancelled={refresh} /> : null}
          <button type="button" className="quiet" onClick={selection.clear}>
            Clear selection
          </button>
        </div>
      )}
    </div>
  )
}

interface EvaluationRowProps {
  readonly evaluation: Row
  readonly now: number
  readonly columns: readonly (typeof COLUMNS)[number][]
  readonly selected: boolean
  readonly onSelect: (event: MouseEvent<HTMLInputElement>) => void
}

/** One evaluation in the list. */
function EvaluationRow({ evaluation, now, columns, selected, onSelect }: EvaluationRowProps) {
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
  const { id, name, reason, tags, waits } = evaluation
  // Between two rounds nothing is in flight either, for a moment.
  const waiting = waits === null || waits.kind === 'under-way' ? null : waitWords(waits)
  const why = reason === null ? waiting : evaluationReasonWords(reason)
  return (
    <th role="rowheader" scope="row">
      <Link data-open href={`/evaluations/${encodeURIComponent(id)}`} prefetch={false}>
        {name}
      </Link>{' '}
      <ProvenanceBadge {...evaluation} />
      <Tags tags={tags} />
      {why === null ? null : <span className="reason">{why}</span>}
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

interface ListPagesProps {
  readonly next: string | null
  readonly query: ListQuery
}

/** Links to other pages of the list, and files with all of them. */
function ListPages({ next, query }: ListPagesProps) {
  return (
    <div className="list-foot">
      <p className="muted">
        Download all matches as{' '}
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

/** What to do if no evaluation matches the filter. */
function NoMatch({ query }: { readonly query: ListQuery }) {
  return (
    <section className="panel notice" data-testid="no-match">
      <h2>No evaluation matches</h2>
      <p>No evaluation matches all of these filters. Remove one, or clear them.</p>
      <p>
        <Link className="button" href={`/evaluations${searchOf(layoutOf(query))}`}>
          Clear the filter
        </Link>
      </p>
    </section>
  )
}
