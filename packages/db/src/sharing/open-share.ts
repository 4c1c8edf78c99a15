import { MOST_OF_SUITE, type ShareTarget } from '@cges-fleet/core'
import type { DataSource } from 'typeorm'
import { query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import type { DatabaseFunction } from '../schema/database-function.js'

/** A link that works, for its reader. */
export interface OpenedShare {
  readonly id: string
  readonly team: TeamId
  readonly target: ShareTarget
  readonly expiresAt: Date
}

/** Looks a link up by its token's hash; null if there is none, or it has expired or was revoked. */
export async function findShare(db: DataSource, tokenHash: Uint8Array): Promise<OpenedShare | null> {
  const rows = await db.transaction((tx) =>
    query<OpenedShare>(tx, 'SELECT id, team, target, expires_at AS "expiresAt" FROM open_share($1)', [tokenHash]),
  )
  return rows[0] ?? null
}

/** SQL for the ids that a target names, as a JSON array; those of a suite follow from its name. */
export const SHARED_IDS = (target: string) =>
  `coalesce(${target} -> 'evaluations', jsonb_build_array(${target} -> 'evaluation'))`

const WORKS = 'l.token_hash = _token_hash AND l.revoked_at IS NULL AND l.expires_at > now()'

/**
 * Makes the rest of a transaction that of a link's reader: the link's team, the evaluations it leads to and their
 * benchmarks, and reading alone. Row-level security shows no more. A link that does not work leads to nothing.
 */
export const OPEN_SHARE: DatabaseFunction = {
  name: 'open_share',
  takes: '_token_hash bytea',
  returns: 'TABLE (id uuid, team uuid, target jsonb, expires_at timestamptz)',
  does: `
PERFORM set_config('cges.team', coalesce(max(o.team_id::text), ''), true),
        set_config('cges.shared', coalesce(array_agg(o.id) FILTER (WHERE o.id IS NOT NULL), '{}')::text, true),
        set_config('cges.shared_benchmarks',
                   coalesce(array_agg(DISTINCT o.benchmark_id) FILTER (WHERE o.id IS NOT NULL), '{}')::text, true),
        set_config('transaction_read_only', 'on', true)
FROM (
  SELECT l.team_id, e.id, e.benchmark_id FROM share_link l LEFT JOIN LATERAL (
    (SELECT e.id, e.benchmark_id FROM evaluation e
     WHERE e.team_id = l.team_id AND e.suite = l.target ->> 'suite' AND e.deleted_at IS NULL
     ORDER BY e.id LIMIT ${MOST_OF_SUITE})
    UNION ALL
    SELECT e.id, e.benchmark_id FROM jsonb_array_elements_text(${SHARED_IDS('l.target')}) n
    JOIN evaluation e ON e.id = n.value::uuid WHERE e.team_id = l.team_id AND e.deleted_at IS NULL
  ) e ON true WHERE ${WORKS}
) o;
RETURN QUERY SELECT l.id, l.team_id, l.target, l.expires_at FROM share_link l WHERE ${WORKS};`,
}
