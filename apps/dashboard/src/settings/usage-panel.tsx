import type { AccountsView } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { TextTable } from '../format/table/text-table'

/** What a team's evaluations consumed, by day and pool, the latest first. */
export function UsagePanel({ days }: Pick<AccountsView, 'days'>) {
  return (
    <section className="panel" data-testid="usage">
      <h2>Used lately</h2>
      {days.length === 0 ? (
        <p className="muted">Nothing yet: calls, tokens and GPU seconds stand here by day, from the first sample on.</p>
      ) : (
        <TextTable
          title="Used by day and pool"
          table={{
            columns: ['Day (UTC)', 'Pool', 'Calls', 'Tokens', 'GPU seconds'],
            rows: days.map(({ day, pool, calls, tokens, gpuSeconds }) => [
              day,
              pool,
              formatCount(calls),
              formatCount(tokens),
              formatCount(Math.round(gpuSeconds)),
            ]),
          }}
        />
      )}
    </section>
  )
}
