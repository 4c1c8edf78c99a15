import { PoolWindow } from '@cges-fleet/core'
import { exportPoolHistory } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import Link from 'next/link'
import { poolAddress } from './pool-address'
import { WINDOW_WORDS } from './window-words'

interface Props {
  readonly pool: string
  readonly window: PoolWindow
}

const FILES = [
  ['CSV', 'history.csv'],
  ['JSON', 'history.json'],
] as const

/** How far back a pool is shown, and the same as files. */
export function WindowNav({ pool, window }: Props) {
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
