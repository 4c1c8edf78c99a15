'use client'

import type { DeliveryList } from '@cges-fleet/core'
import { lazy, Suspense } from 'react'
import { fetchLater } from '../../ui/shell/fetch-later'

interface Props {
  readonly evaluation: string
  readonly initial: DeliveryList
}

/** Few evaluations have a webhook: the others' pages do not bring this. */
const DeliveriesPanel = lazy(() =>
  fetchLater(() => import('./deliveries-panel')).then(({ DeliveriesPanel }) => ({ default: DeliveriesPanel })),
)

/** The deliveries to the evaluation's webhook. */
export function Deliveries(props: Props) {
  return (
    <Suspense>
      <DeliveriesPanel {...props} />
    </Suspense>
  )
}
