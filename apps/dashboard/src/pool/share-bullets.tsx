import type { SharesOver } from '@cges-fleet/core'
import { formatShare } from '../format/format-share'

const OVER = { '5min': 'Last 5 minutes', '24h': 'Last 24 hours' } as const

/** What each team had of a pool against what its weight entitled it to: a bar, and a mark where it would be. */
export function ShareBullets({ shares }: { readonly shares: readonly SharesOver[] }) {
  return (
    <section className="panel" aria-labelledby="share-title" data-testid="bullets">
      <h2 id="share-title">Share against entitlement</h2>
      <p className="bullet-about">
        Of the samples in flight, by team; the mark is what its weight entitles it to. Who has less to draw leaves the
        rest to others.
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
          <ul className="bullets">
            {teams.map(({ team, own, share, entitlement }) => (
              <li key={team ?? ''}>
                <span className="bullet-name">
                  {team ?? 'other teams'}
                  {own ? <span className="muted"> yours</span> : null}
                </span>
                <span className="bullet" aria-hidden="true">
                  <span className={own ? 'bullet-bar own' : 'bullet-bar'} style={{ width: percent(share) }} />
                  <span className="bullet-mark" style={{ left: percent(entitlement) }} />
                </span>
                <span className="bullet-words">
                  {formatShare(share)} <span className="muted">of {formatShare(entitlement)}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function percent(share: number): string {
  return `${(Math.min(1, share) * 100).toFixed(2)}%`
}

function jainWords(jain: number): string {
  if (jain >= 0.98) return 'all had what they were entitled to'
  return jain >= 0.9
    ? 'nearly all had what they were entitled to'
    : 'some had more than they were entitled to, others less'
}
