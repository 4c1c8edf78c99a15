import type { PoolShare } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { formatShare } from '../format/format-share'

const COLUMNS = ['Team', 'Weight', 'Entitled to', 'Has now', 'In flight', 'Queued', 'Evaluations']

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
          {teams.map(({ team, own, weight, entitlement, share, active, waiting, evaluations }) => (
            <tr key={team ?? ''}>
              <th scope="row">
                {team ?? 'other teams'}
                {own ? <span className="muted"> yours</span> : null}
              </th>
              <td className="number">{weight}</td>
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
