import type { SharesOver } from '@cges-fleet/core'
import { fitText, textWidth } from '../charts/text-width'
import { formatShare } from '../format/format-share'

/** The height of a team's row, in pixels. */
export const BULLET_ROW = 26
const BAR = 14
const NAME_MOST = 180
const GAP = 12
/** Wide enough for two shares. */
const WORDS = textWidth('100.0% of 100.0%')

/** A team's name, with the reader's own marked. */
export function bulletName({ team, own }: SharesOver['teams'][number]): string {
  return `${team ?? 'other teams'}${own ? ' (yours)' : ''}`
}

/** A team's share, and the share its weight entitled it to. */
export function bulletWords({ share, entitlement }: SharesOver['teams'][number]): string {
  return `${formatShare(share)} of ${formatShare(entitlement)}`
}

/** A bar for each team, as long as its share, with a mark at its entitlement. */
export function drawBullets(teams: SharesOver['teams'], width: number) {
  const most = Math.min(NAME_MOST, width / 3)
  const left = Math.min(most, Math.max(...teams.map((one) => textWidth(bulletName(one))))) + GAP
  const room = Math.max(40, width - left - GAP - WORDS)
  const at = (share: number) => left + room * Math.min(1, share)
  return teams.map((one, row) => {
    const y = row * BULLET_ROW + (BULLET_ROW - BAR) / 2
    return (
      <g key={one.team ?? ''} className={one.own ? 'bullet own' : 'bullet'}>
        <title>{`${bulletName(one)}: ${bulletWords(one)}`}</title>
        <text x={0} y={y + 11}>
          {fitText(bulletName(one), most)}
        </text>
        <rect className="bullet-room" x={left} y={y} width={room} height={BAR} rx={3} />
        <rect className="bullet-bar" x={left} y={y} width={at(one.share) - left} height={BAR} rx={3} />
        <rect className="bullet-mark" x={at(one.entitlement) - 1} y={y - 4} width={2} height={BAR + 8} />
        <text x={width} y={y + 11} textAnchor="end">
          {bulletWords(one)}
        </text>
      </g>
    )
  })
}
