import { formatCount } from '../format/format-count'
import { formatRate } from '../format/format-rate'
import { seconds } from './history-findings'
import type { PoolState } from './pool-state'

/** A pool's current figures. */
export function PoolFacts({ shares, depth, history: { tokensPerSecond, waits } }: PoolState) {
  const active = shares.teams.reduce((sum, team) => sum + team.active, 0)
  const busy = shares.slots === 0 ? null : active / shares.slots
  const tokens = tokensPerSecond.findLast((value) => value !== null) ?? null
  const oldest = waits.at(-1)?.oldest.findLast((value) => value !== null) ?? null
  return (
    <dl className="pool-facts">
      <Fact title="Workers ready" value={`${shares.workers.ready} of ${shares.workers.known}`} />
      <Fact
        title="Slots busy"
        value={`${formatCount(active)} of ${formatCount(shares.slots)}`}
        detail={busy === null ? '' : `${Math.round(Math.min(1, busy) * 100)}%`}
      />
      <Fact
        title="Could run now"
        value={depth === null ? '—' : formatCount(depth.depth)}
        detail={depth === null || depth.depth === depth.demand ? '' : `of ${formatCount(depth.demand)} wanted`}
      />
      <Fact title="Longest wait" value={oldest === null ? '—' : seconds(oldest)} />
      <Fact title="Tokens a second" value={tokens === null ? '—' : formatRate(tokens)} />
    </dl>
  )
}

function Fact({
  title,
  value,
  detail = '',
}: {
  readonly title: string
  readonly value: string
  readonly detail?: string
}) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {value} <span className="muted">{detail}</span>
      </dd>
    </div>
  )
}
