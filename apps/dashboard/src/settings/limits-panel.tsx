import type { TeamView } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'

const LIMITS: readonly [keyof TeamView['limits'], string][] = [
  ['samplesInFlight', 'Samples in flight'],
  ['tokensPerDay', 'Tokens a day'],
  ['gpuSecondsPerMonth', 'GPU seconds a month'],
  ['callsPerEvaluation', 'Calls of one evaluation'],
]

/** What a team may use at most, and its weight against the others. */
export function LimitsPanel({ team }: { readonly team: TeamView }) {
  return (
    <section className="panel">
      <h2>Team {team.name}</h2>
      <dl className="facts" data-testid="limits">
        <div>
          <dt>Weight in a pool</dt>
          <dd>{team.weight}</dd>
        </div>
        {LIMITS.map(([limit, title]) => (
          <div key={limit}>
            <dt>{title}</dt>
            <dd>
              {team.limits[limit] === null ? <span className="muted">no limit</span> : formatCount(team.limits[limit])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
