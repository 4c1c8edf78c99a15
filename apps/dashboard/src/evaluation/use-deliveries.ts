'use client'
import type { DeliveryList } from '@cges-fleet/core'
import { listDeliveries } from '@cges-fleet/core/addresses'
import { useEffect, useState } from 'react'
import { ask } from '../api/ask'

const AGAIN_MS = 5_000

/** Loads the deliveries to an evaluation's webhook, again and again until the last was delivered or given up. */
export function useDeliveries(id: string, initial: DeliveryList): DeliveryList {
  const [list, setList] = useState(initial)
  const open = list.deliveries[0]?.state !== 'delivered' && list.deliveries[0]?.state !== 'given_up'
  useEffect(() => {
    if (!open || list.webhook === null) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      void ask(listDeliveries, { path: { id } }).then((asked) => {
        if (asked.ok) setList(asked.answer)
      })
    }, AGAIN_MS)
    return () => clearInterval(timer)
  }, [id, open, list.webhook])
  return list
}
