import type { TeamView } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { LIMIT_TITLES } from './limit-titles'

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
        {LIMIT_TITLES.map(([limit, title]) => (
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
