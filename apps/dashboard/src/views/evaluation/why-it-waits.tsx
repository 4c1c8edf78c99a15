'use client'

import type { EvaluationView } from '@cges-fleet/core'
import { waitWords } from '@cges-fleet/core/wait-words'
import Link from 'next/link'
import { type ReactNode, useEffect, useState } from 'react'
import { poolAddress } from '../../addresses/pools'
import { formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'

/** Between two rounds nothing is in flight either, for a moment. */
const AFTER_MS = 8_000

interface Props {
  readonly view: EvaluationView
  /** What stands here otherwise. */
  readonly children: ReactNode
}

/** Why nothing is being drawn, as the API says; something else while samples are drawn or soon will be. */
export function WhyItWaits({ view: { status, waits, pool }, children }: Props) {
  const isWaiting = status === 'running' && waits !== null
  const zone = useZone()
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLasts(true), AFTER_MS)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [isWaiting])
  if (!isWaiting || !lasts) return children
  return (
    <p className="lead-detail lead-why" data-testid="why">
      {waitWords(waits, (instant) => formatInstant(instant, zone))}{' '}
      <Link href={poolAddress(pool.name, '1h')} prefetch={false}>
        See the pool
      </Link>
    </p>
  )
}
