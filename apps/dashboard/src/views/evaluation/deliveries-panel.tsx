'use client'

import type { DeliveryList, DeliveryView } from '@cges-fleet/core'
import { listDeliveries } from '@cges-fleet/core/addresses'
import { useEffect, useState } from 'react'
import { ask } from '../../api/browser'
import { Instant } from '../../ui/format/instant'
import { formatCount } from '../../ui/format/numbers'
import { ColumnHeads } from '../../ui/table/column-heads'
import { CopiedHeading } from '../../ui/table/copied-heading'

const COLUMNS = ['When', 'What', 'Delivery', 'Attempts', 'Last answer', 'Next attempt']

interface Props {
  readonly evaluation: string
  readonly initial: DeliveryList
}

/** What the evaluation's webhook was told, or why not yet; nothing if it has none. */
export function DeliveriesPanel({ evaluation, initial }: Props) {
  const { webhook, deliveries } = useDeliveries(evaluation, initial)
  if (webhook === null) return null
  return (
    <section className="panel deliveries" aria-labelledby="deliveries-title" data-testid="deliveries">
      <CopiedHeading
        id="deliveries-title"
        title={`Messages to ${webhook}`}
        of={deliveries.length === 0 ? null : 'deliveries-table'}
      >
        Webhook {webhook}
      </CopiedHeading>
      {deliveries.length === 0 ? (
        <p className="muted">
          It gets a message when the evaluation ends, gets stuck, or its samples change during the run.
        </p>
      ) : (
        <div className="wide" tabIndex={0} role="region" aria-label={`Messages to ${webhook}`}>
          <table id="deliveries-table" className="plain">
            <thead>
              <tr>
                <ColumnHeads columns={COLUMNS} />
              </tr>
            </thead>
            <tbody>
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} of={delivery} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const STATES: Readonly<Record<DeliveryView['state'], string>> = {
  waiting: 'waiting',
  delivered: 'delivered',
  given_up: 'given up',
}

function DeliveryRow({ of }: { readonly of: DeliveryView }) {
  const { id, at, type, status, state, attempts, error, nextAt, endedAt } = of
  return (
    <tr>
      <th scope="row">
        <Instant at={at} />
      </th>
      <td>{type === 'evaluation.alarm' ? 'alarm' : status.replace('_', '-')}</td>
      <td className={state === 'given_up' ? 'bad' : state === 'waiting' && error !== null ? 'warn' : ''}>
        {STATES[state]}
        {endedAt === null ? null : (
          <span className="muted">
            {' '}
            at <Instant at={endedAt} />
          </span>
        )}
      </td>
      <td className="number" title={`webhook-id ${id}`}>
        {formatCount(attempts)}
      </td>
      <td>{error ?? (state === 'delivered' ? 'accepted (2xx)' : 'none yet')}</td>
      <td>{nextAt === null ? '—' : <Instant at={nextAt} />}</td>
    </tr>
  )
}

const AGAIN_MS = 5_000

/** Loads the deliveries to an evaluation's webhook, again and again until the last was delivered or given up. */
export function useDeliveries(id: string, initial: DeliveryList): DeliveryList {
  const [list, setList] = useState(initial)
  const last = list.deliveries[0]
  const open = last === undefined || last.state === 'waiting' || last.type !== 'evaluation.ended'
  useEffect(() => {
    if (!open || list.webhook === null) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      void ask(listDeliveries, { path: { id } }).then((reply) => {
        if (reply.ok) setList(reply.answer)
      })
    }, AGAIN_MS)
    return () => clearInterval(timer)
  }, [id, open, list.webhook])
  return list
}
