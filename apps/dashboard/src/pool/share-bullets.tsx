import type { SharesOver } from '@cges-fleet/core'
import { Picture } from '../charts/picture'
import { BULLET_ROW, bulletName, bulletWords, drawBullets } from './draw-bullets'

const OVER = { '5min': 'Last 5 minutes', '24h': 'Last 24 hours' } as const

/** Each team's share of a pool against the share its weight entitled it to: a bar, and a mark at the entitlement. */
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
          <Picture
            title={`Share against entitlement, ${OVER[over].toLowerCase()}`}
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
  if (jain >= 0.98) return 'all had what they were entitled to'
  return jain >= 0.9
    ? 'nearly all had what they were entitled to'
    : 'some had more than they were entitled to, others less'
}
