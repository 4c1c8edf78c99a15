'use client'
import type { EvaluationView } from '@cges-fleet/core'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { formatCount } from '../format/format-count'
import { fetchOnce } from '../frame/fetch-once'
import { poolAddress } from '../pool/pool-address'

const EVERY_MS = 8_000

/** The pool does not tell. */
const UNKNOWN = ''

/** Fetched once something waits: the words are the pool page's. */
const fetchWhy = fetchOnce(() => import('../pool/fetch-why'))

/** Why nothing is being drawn, by what binds the reader's team in the pool; nothing while samples are drawn or soon will be. */
export function WhyItWaits({ view }: { readonly view: EvaluationView }) {
  const pool = view.pool.name
  const isStalled = view.status === 'running' && view.source === null && view.samples.inFlight === 0
  const [why, setWhy] = useState<string | null>(null)
  useEffect(() => {
    if (!isStalled) return
    // Between two rounds nothing is in flight either, for a moment.
    const timer = setInterval(
      () => void fetchWhy().then(async (module) => setWhy((await module.fetchWhy(pool)) ?? UNKNOWN)),
      EVERY_MS,
    )
    return () => {
      clearInterval(timer)
      setWhy(null)
    }
  }, [isStalled, pool])
  if (!isStalled || why === null) return null
  return (
    <p className="lead-detail lead-why" data-testid="why">
      {why === UNKNOWN ? `No sample is being drawn; ${formatCount(view.samples.waiting)} wait for a worker.` : why}{' '}
      <Link href={poolAddress(pool, '1h')} prefetch={false}>
        See the pool
      </Link>
    </p>
  )
}
