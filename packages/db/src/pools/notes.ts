import { type Db, query } from '../connection/query.js'
import { selectDemand } from './demand.js'
import { isWanted, WORKER_FRESH } from './pools.js'
import { EMPTY_SECONDS, IDLE_SECONDS, NOTE_SECONDS, POINT_STEPS, WAIT_PLACES, waitPlace } from './points.js'

/**
 * Records the state of every pool, at most once every ten seconds however many processes ask: one statement, which
 * waits for no lock, on what the teams could draw just before. An idle pool is recorded once a minute, one without
 * workers every ten minutes. Returns the number of pools recorded.
 */
export async function notePools(db: Db): Promise<number> {
  const [row] = await query<{ noted: number }>(db, NOTE, [JSON.stringify(await selectDemand(db))])
  return row?.noted ?? 0
}

const STEPS = POINT_STEPS.map(({ step }) => `(${step})`).join(', ')

/** Adds up counts of waits place by place. */
const bothWaits = (table: string) =>
  `ARRAY(SELECT a + b FROM unnest(${table}.waits, EXCLUDED.waits) WITH ORDINALITY AS w(a, b, place) ORDER BY place)`

const added = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${column} = ${table}.${column} + EXCLUDED.${column}`).join(', ')

/** The calls of running evaluations and of the gateway's requests that have a slot or wait for one. */
const LIVE = `
live AS MATERIALIZED (
  SELECT k.pool, k.team_id, k.trial_id, k.kind, k.state, k.worker_id, k.fence, k.created_at, k.claimed_at
  FROM evaluation e JOIN call k ON k.evaluation_id = e.id AND k.live AND k.kind <> 'score'
  WHERE e.status = 'running' AND EXISTS (SELECT 1 FROM clock)
  UNION ALL
  SELECT k.pool, k.team_id, k.trial_id, k.kind, k.state, k.worker_id, k.fence, k.created_at, k.claimed_at
  FROM call k WHERE k.live AND k.kind = 'chat' AND EXISTS (SELECT 1 FROM clock)
)`

/** The attempts that ended since the point before began; it is full, so each is counted once. */
const ENDED = `
ended AS MATERIALIZED (
  SELECT l.call_id, l.fence, l.worker_id, l.started_at, l.ended_at, coalesce(l.completion_tokens, 0) AS tokens
  FROM call_ledger l WHERE l.ended_at >= (SELECT since FROM clock)
)`

const WAITED = `
waited AS (
  SELECT pool, team_id, claimed_at - created_at AS wait, claimed_at AS at FROM live
  WHERE state = 'leased' AND fence = 1 AND kind IN ('draw', 'chat')
  UNION ALL
  SELECT k.pool, k.team_id, d.started_at - k.created_at, d.started_at
  FROM ended d JOIN call k ON k.id = d.call_id WHERE d.fence = 1 AND k.kind IN ('draw', 'chat')
), waits AS (
  SELECT pool, team_id, ${waitPlace('extract(epoch FROM wait) * 1000')} AS place, count(*)::int AS calls
  FROM waited, clock WHERE waited.at >= clock.since AND waited.at < clock.at GROUP BY 1, 2, 3
)`

const TEAMS = `
teams AS (
  SELECT d.pool, d.id AS team_id, d.turns AS weight, d.waiting, d.active, d.backlog, d.usable, coalesce(l.oldest_ms, 0) AS oldest_ms
  FROM jsonb_to_recordset($1::jsonb) AS d(
    pool text, id uuid, turns float8, waiting int, active int, backlog bigint, usable bigint)
  LEFT JOIN (
    SELECT pool, team_id, (extract(epoch FROM now() - min(created_at)) * 1000)::float8 AS oldest_ms
    FROM live WHERE kind IN ('draw', 'chat') AND state = 'pending' GROUP BY 1, 2
  ) l ON l.pool = d.pool AND l.team_id = d.id
), loads AS (
  SELECT pool, sum(waiting)::int AS waiting, sum(active)::int AS active, sum(backlog)::bigint AS backlog,
         sum(usable)::bigint AS usable, max(oldest_ms) AS oldest_ms, sum(weight) AS weights FROM teams GROUP BY 1
)`

const WORKERS = `
workers AS (
  SELECT w.id, w.pool, w.ready, w.slots, coalesce(b.active, 0) AS active, coalesce(d.tokens, 0) AS tokens
  FROM worker w
  LEFT JOIN (SELECT worker_id, count(*)::int AS active FROM live WHERE state = 'leased' GROUP BY 1) b ON b.worker_id = w.id
  LEFT JOIN (
    SELECT worker_id, sum(tokens)::bigint AS tokens FROM ended, clock WHERE ended_at < clock.at GROUP BY 1
  ) d ON d.worker_id = w.id
  WHERE w.heartbeat_at > now() - ${WORKER_FRESH}
), crews AS (
  SELECT pool, count(*)::int AS known, (count(*) FILTER (WHERE ready))::int AS ready,
         coalesce(sum(slots) FILTER (WHERE ready), 0)::bigint AS slots, sum(tokens)::bigint AS tokens FROM workers GROUP BY 1
)`

/** Which pools are due, and for how many notes this one counts. */
const DUE = `
due AS MATERIALIZED (
  SELECT s.* FROM clock CROSS JOIN (
    SELECT p.name AS pool, coalesce(c.known, 0) AS known, coalesce(c.ready, 0) AS ready, coalesce(c.slots, 0) AS slots,
           coalesce(c.tokens, 0) AS tokens, coalesce(l.waiting, 0) AS waiting, coalesce(l.active, 0) AS active,
           coalesce(l.backlog, 0) AS backlog,
           CASE WHEN p.paused_at IS NOT NULL THEN coalesce(l.active, 0)
                ELSE greatest(coalesce(l.usable, 0), CASE WHEN ${isWanted('p')} THEN 1 ELSE 0 END) END AS usable, coalesce(l.oldest_ms, 0) AS oldest_ms, l.weights,
           CASE WHEN l.waiting + l.active + l.backlog > 0 OR ${isWanted('p')} THEN 1
                WHEN c.known > 0 THEN ${IDLE_SECONDS / NOTE_SECONDS} ELSE ${EMPTY_SECONDS / NOTE_SECONDS} END AS notes
    FROM pool p LEFT JOIN loads l ON l.pool = p.name LEFT JOIN crews c ON c.pool = p.name
    WHERE p.provenance <> 'imported'
  ) s
  WHERE NOT EXISTS (
    SELECT 1 FROM pool_point o
    WHERE o.pool = s.pool AND o.step = ${NOTE_SECONDS} AND o.at <= clock.at
      AND o.at > clock.at - s.notes * interval '${NOTE_SECONDS} seconds' AND (o.at = clock.at OR o.notes = s.notes))
), steps AS (
  SELECT d.*, k.step, date_bin(k.step * interval '1 second', clock.at, 'epoch') AS at
  FROM due d CROSS JOIN clock CROSS JOIN (VALUES ${STEPS}) AS k(step)
)`

const placesOf = (whose: string) => `ARRAY(
    SELECT coalesce(sum(w.calls), 0)::int FROM generate_series(0, ${WAIT_PLACES - 1}) AS place
    LEFT JOIN waits w ON w.place = place.place AND ${whose} GROUP BY place.place ORDER BY place.place)`

const NOTE_POOLS = `
noted AS (
  INSERT INTO pool_point (pool, step, at, notes, known, ready, slots, active, waiting, backlog, usable, tokens, oldest_ms,
                          waits)
  SELECT s.pool, s.step, s.at, s.notes, s.known * s.notes, s.ready * s.notes, s.slots * s.notes, s.active, s.waiting, s.backlog,
         s.usable, s.tokens, s.oldest_ms, ${placesOf('w.pool = s.pool')}
  FROM steps s
  ON CONFLICT (pool, step, at) DO UPDATE
  SET ${added('pool_point', ['notes', 'known', 'ready', 'slots', 'active', 'waiting', 'backlog', 'usable', 'tokens'])},
      oldest_ms = greatest(pool_point.oldest_ms, EXCLUDED.oldest_ms), waits = ${bothWaits('pool_point')}
)`

const NOTE_TEAMS = `
noted_teams AS (
  INSERT INTO team_point (pool, step, at, team_id, notes, active, waiting, backlog, entitled, oldest_ms, waits)
  SELECT s.pool, s.step, s.at, t.team_id, 1, t.active, t.waiting, t.backlog, s.active * t.weight / s.weights, t.oldest_ms,
         ${placesOf('w.pool = s.pool AND w.team_id = t.team_id')}
  FROM steps s JOIN teams t ON t.pool = s.pool
  ON CONFLICT (pool, step, at, team_id) DO UPDATE
  SET ${added('team_point', ['notes', 'active', 'waiting', 'backlog', 'entitled'])},
      oldest_ms = greatest(team_point.oldest_ms, EXCLUDED.oldest_ms), waits = ${bothWaits('team_point')}
)`

const NOTE_WORKERS = `
noted_workers AS (
  INSERT INTO worker_point (pool, step, at, worker_id, notes, slots, active, tokens)
  SELECT s.pool, s.step, s.at, w.id, s.notes, w.slots * s.notes, w.active, w.tokens
  FROM steps s JOIN workers w ON w.pool = s.pool
  ON CONFLICT (pool, step, at, worker_id) DO UPDATE SET ${added('worker_point', ['notes', 'slots', 'active', 'tokens'])}
)`

const CLOCK = `
clock AS MATERIALIZED (
  SELECT at, at - interval '${NOTE_SECONDS} seconds' AS since
  FROM (SELECT date_bin('${NOTE_SECONDS} seconds', now(), 'epoch') AS at) c WHERE pg_try_advisory_xact_lock(4207317)
)`

const NOTE = `
WITH ${[CLOCK, LIVE, ENDED, WAITED, TEAMS, WORKERS, DUE, NOTE_POOLS, NOTE_TEAMS, NOTE_WORKERS].map((part) => part.trim()).join(',\n')}
SELECT count(*)::int AS noted FROM due`
