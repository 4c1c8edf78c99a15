'use client'
import type { EvaluationPage } from '@cges-fleet/core'
import { useRef } from 'react'
import { NotRefreshed } from '../frame/not-refreshed'
import { useNow } from '../live/use-now'
import { CancelSeveral } from './cancel-several'
import { shownColumns } from './columns'
import { ColumnMenu } from './column-menu'
import { CompareSelected } from './compare-selected'
import { EvaluationRow } from './evaluation-row'
import { isFiltered, type ListQuery } from './list-query'
import { ListPages } from './list-pages'
import { NoMatch } from './no-match'
import { SortedHeader } from './sorted-header'
import { type Selection, useSelection } from './use-selection'
import { TagSeveral } from './tag-several'
import { BUSY_MS, type EvaluationsState, useEvaluations } from './use-evaluations'
import { useCompare } from './use-compare'
import { useRowKeys } from './use-row-keys'

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
  const { rows, failing } = state
  const selection = useSelection(rows.map(({ id }) => id))
  const table = useRef<HTMLTableElement>(null)
  const columns = shownColumns(query.hide, hasOwners)
  const now = useNow(5_000) ?? renderedAt
  useRowKeys({ table, onSelect: selection.toggle, onCompare: useCompare(selection.ids) })
  if (rows.length === 0 && query.cursor === undefined) return isFiltered(query) ? <NoMatch query={query} /> : none
  return (
    <section className="panel" aria-label="Evaluations">
      <ColumnMenu query={query} hasOwners={hasOwners} own={ownHidden} />
      <Notices state={state} selection={selection} mayWrite={mayWrite} />
      <div className="list-scroll">
        <table role="table" className={`evaluations ${failing ? 'dim' : ''}`} data-testid="evaluations" ref={table}>
          <SortedHeader query={query} picker={<PickAll rows={rows.length} selection={selection} />} columns={columns} />
          <tbody role="rowgroup">
            {rows.map((evaluation) => (
              <EvaluationRow
                key={evaluation.id}
                evaluation={evaluation}
                now={now}
                columns={columns}
                selected={selection.ids.has(evaluation.id)}
                onSelect={(event) => selection.toggle(evaluation.id, event)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ListPages next={state.next} query={query} />
    </section>
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
            Select none
          </button>
        </div>
      )}
    </div>
  )
}
