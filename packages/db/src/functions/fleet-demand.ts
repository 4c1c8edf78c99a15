import { reservedOf } from '../rounds/room.js'
import { inFlightOf, roomColumns, tokensLeft, tokensReserved } from '../teams/limits.js'
import type { DatabaseFunction } from './database-function.js'

/**
 * The demand of every running evaluation, with the remainder of its caps and its team's limits: of all pools, or of the
 * teams that have work in one. Sums and settings alone, so that the API may read them across teams.
 */
export const FLEET_DEMAND: DatabaseFunction = {
  name: 'fleet_demand',
  takes: '_pool text',
  returns: `TABLE (pool text, "teamId" uuid, team text, weight double precision, methods jsonb, waiting integer, active integer,
  fresh integer, idle integer, "callsPerSample" integer, "tokensPerCall" double precision, "callsLeft" double precision,
  "capTokensLeft" double precision, "gpuMs" double precision, "inFlight" integer, "gpuMsLanded" double precision,
  "roomInFlight" integer, "gpuMsLeft" double precision, "bytesLeft" double precision, "tokensLeft" double precision,
  "tokensReserved" double precision)`,
  does: `
RETURN QUERY
WITH running AS (
  SELECT e.id, e.pool, e.team_id, e.spec -> 'methods' AS methods,
         e.trials_total - e.trials_closed - e.trials_blocked AS open
  FROM evaluation e WHERE e.status = 'running' AND e.source IS NULL AND (_pool IS NULL OR e.team_id IN (
    SELECT o.team_id FROM evaluation o WHERE o.pool = _pool AND o.status = 'running'))
), limits AS (
  SELECT m.id, m.name, m.weight, l."inFlight", l."gpuMsLanded", ${roomColumns('m.id')},
         ${tokensLeft('m.id')} AS "tokensLeft", ${tokensReserved('m.id')} AS "tokensReserved"
  FROM team m CROSS JOIN LATERAL ${inFlightOf('m.id')} l WHERE m.id IN (SELECT r.team_id FROM running r)
), costs AS (
  SELECT u.pool, sum(u.gpu_ms) / nullif(sum(u.calls), 0)::float8 AS gpu_ms FROM usage u GROUP BY 1
)
SELECT r.pool, m.id, m.name, m.weight, r.methods, c.waiting, c.active,
       greatest(0, r.open - t.asked)::int, greatest(0, t.asked - t.parked - c.trials)::int,
       p.calls_per_sample, p.tokens_per_call::float8, (p.call_cap - p.calls - v.calls)::float8,
       (p.token_cap - p.tokens - v.long_calls * p.tokens_per_call)::float8, g.gpu_ms::float8,
       m."inFlight", m."gpuMsLanded", m."roomInFlight", m."gpuMsLeft"::float8, m."bytesLeft", m."tokensLeft", m."tokensReserved"
FROM running r JOIN limits m ON m.id = r.team_id JOIN spending p ON p.evaluation_id = r.id
LEFT JOIN costs g ON g.pool = r.pool
CROSS JOIN LATERAL (
  SELECT (count(*) FILTER (WHERE k.state = 'pending'))::int AS waiting,
         (count(*) FILTER (WHERE k.state = 'leased'))::int AS active, count(DISTINCT k.trial_id)::int AS trials
  FROM call k WHERE k.evaluation_id = r.id AND k.live AND k.kind = 'draw'
) c
CROSS JOIN LATERAL (
  SELECT count(*)::int AS asked, (count(*) FILTER (WHERE o.parked))::int AS parked
  FROM trial o WHERE o.evaluation_id = r.id AND o.state = 'open' AND o.asked > 0
) t
CROSS JOIN LATERAL (${reservedOf('r.id')}) v;`,
}
