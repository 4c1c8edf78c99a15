import type { PoolShare, SharesOver } from '@cges-fleet/core'
import { Picture } from '../../ui/charts/chart-figure'
import { fitText, textWidth } from '../../ui/charts/geometry'
import { formatCount, formatShare } from '../../ui/format/numbers'

const OVER = { '5min': 'Last 5 minutes', '24h': 'Last 24 hours' } as const

/** Each team's share of a pool against the share its weight entitled it to: a bar, and a mark at the entitlement. */
export function ShareBullets({ shares }: { readonly shares: readonly SharesOver[] }) {
  return (
    <section className="panel" aria-labelledby="share-title" data-testid="bullets">
      <h2 id="share-title">Fair share</h2>
      <p className="bullet-about">
        Samples in flight by team. The mark is the share that a team’s weight gives it, or its reservation if that is
        more. Unused share goes to other teams: while a team is at its own limit, others use the rest.
      </p>
      <div className="bullet-groups">
        {shares.map((one) => (
          <OverTime key={one.over} shares={one} />
        ))}
      </div>
    </section>
  )
}

function OverTime({ shares: { over, jain, teams } }: { readonly shares: SharesOver }) {
  return (
    <div>
      <h3>{OVER[over]}</h3>
      {jain === null ? (
        <p className="muted">Nothing was drawn.</p>
      ) : (
        <>
          <p className="muted">
            Jain’s index {jain.toFixed(3)}: {jainWords(jain)}
          </p>
          <Picture
            title={`Fair share, ${OVER[over].toLowerCase()}`}
            words={teams.map((one) => `${bulletName(one)} ${bulletWords(one)}`).join('; ')}
            height={BULLET_ROW * teams.length}
            draw={(width) => drawBullets(teams, width)}
          />
        </>
      )}
    </div>
  )
}

function jainWords(jain: number): string {
  if (jain >= 0.98) return 'every team got its share'
  return jain >= 0.9 ? 'nearly every team got its share' : 'some teams got more than their share, others less'
}

/** The height of a team's row, in pixels. */
const BULLET_ROW = 26
const BAR = 14
const NAME_MOST = 180
const GAP = 12
/** Wide enough for two shares. */
const WORDS = textWidth('100.0% of 100.0%')

/** A team's name, with the reader's own marked. */
function bulletName({ team, own }: SharesOver['teams'][number]): string {
  return `${team ?? 'other teams'}${own ? ' (yours)' : ''}`
}

/** A team's share, and the share its weight entitled it to. */
function bulletWords({ share, entitlement }: SharesOver['teams'][number]): string {
  return `${formatShare(share)} of ${formatShare(entitlement)}`
}

/** A bar for each team, as long as its share, with a mark at its entitlement. */
function drawBullets(teams: SharesOver['teams'], width: number) {
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

const COLUMNS = ['Team', 'Weight', 'Reserved', 'Entitled to', 'Has now', 'In flight', 'Queued', 'Evaluations']

/** Each team's share of a pool against the share its weight entitles it to. */
export function SharesTable({ teams }: { readonly teams: readonly PoolShare[] }) {
  return (
    <div className="wide" tabIndex={0} role="region" aria-label="Shares of the pool">
      <table id="shares-table" data-testid="shares">
        <thead>
          <tr>
            {COLUMNS.map((column, place) => (
              <th key={column} scope="col" className={place === 0 ? '' : 'number'}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {teams.map(({ team, own, weight, reserved, entitlement, share, active, waiting, evaluations }) => (
            <tr key={team ?? ''}>
              <th scope="row">
                {team ?? 'other teams'}
                {own ? <span className="muted"> yours</span> : null}
              </th>
              <td className="number">{weight}</td>
              <td className="number">{reserved === 0 ? '—' : formatCount(reserved)}</td>
              <td className="number">{formatShare(entitlement)}</td>
              <td className="number">{share === null ? '—' : formatShare(share)}</td>
              <td className="number">{formatCount(active)}</td>
              <td className="number">{formatCount(waiting)}</td>
              <td className="number">{formatCount(evaluations)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
