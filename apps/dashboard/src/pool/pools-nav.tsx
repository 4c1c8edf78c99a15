import type { PoolView, PoolWindow } from '@cges-fleet/core'
import Link from 'next/link'
import { poolAddress } from './pool-address'

interface Props {
  readonly pools: readonly PoolView[]
  readonly shown: string
  readonly window: PoolWindow
}

/** All pools there are, each with how many of its workers are ready. */
export function PoolsNav({ pools, shown, window }: Props) {
  if (pools.length < 2) return null
  return (
    <nav className="signal-nav pools-nav" aria-label="Pools">
      {pools.map(({ name, workers }) => (
        <Link
          key={name}
          href={poolAddress(name, window)}
          prefetch={false}
          aria-current={name === shown ? 'page' : undefined}
        >
          {name}{' '}
          <span className="muted">
            {workers.filter(({ ready }) => ready).length} of {workers.length} ready
          </span>
        </Link>
      ))}
    </nav>
  )
}
