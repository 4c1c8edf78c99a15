import { type PoolView, PoolWindow } from '@cges-fleet/core'
import { exportPoolHistory } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import Link from 'next/link'
import { poolAddress } from '../../addresses/pools'

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
      {pools.map(({ name, workers, paused }) => (
        <Link
          key={name}
          href={poolAddress(name, window)}
          prefetch={false}
          aria-current={name === shown ? 'page' : undefined}
        >
          {name}{' '}
          <span className="muted">
            {paused === null ? `${workers.filter(({ ready }) => ready).length} of ${workers.length} ready` : 'paused'}
          </span>
        </Link>
      ))}
    </nav>
  )
}

interface WindowNavProps {
  readonly pool: string
  readonly window: PoolWindow
}

const FILES = [
  ['CSV', 'history.csv'],
  ['JSON', 'history.json'],
] as const

/** How far back a pool is shown, and the same as files. */
export function WindowNav({ pool, window }: WindowNavProps) {
  return (
    <div className="window-row">
      <nav className="signal-nav" aria-label="How far back">
        {PoolWindow.options.map((one) => (
          <Link
            key={one}
            href={poolAddress(pool, one)}
            scroll={false}
            prefetch={false}
            aria-current={one === window ? 'page' : undefined}
          >
            {WINDOW_WORDS[one]}
          </Link>
        ))}
      </nav>
      <nav className="exports" aria-label="Download">
        <span className="muted">Download</span>
        {FILES.map(([name, file]) => (
          <a key={file} href={pathOf(exportPoolHistory, { path: { pool, file }, query: { window } })} download>
            {name}
          </a>
        ))}
      </nav>
    </div>
  )
}

/** The windows that a pool is shown over, in words. */
const WINDOW_WORDS: Readonly<Record<PoolWindow, string>> = {
  '15min': '15 min',
  '1h': '1 h',
  '6h': '6 h',
  '24h': '24 h',
  '7d': '7 d',
}
