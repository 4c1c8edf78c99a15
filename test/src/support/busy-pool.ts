import { type DataSource, heartbeat, LOCAL_TEAM, newId } from '@cges-fleet/db'
import { otherTeam } from './evaluation-rows.js'

const SLOTS = 16
/** Of the hour before now; the queue grows, is drawn down by a second worker, and grows again. */
const POINTS = 360

/** Notes an hour of a pool that two teams share: workers that are well, not ready and silent, and a queue that comes and goes. */
export async function busyPool(db: DataSource, pool: string): Promise<void> {
  const other = await otherTeam(db)
  const well = newId()
  const sick = newId()
  const silent = newId()
  const worker = { pool, slots: SLOTS, engine: 'vLLM 0.11.0', reason: null, ready: true }
  await heartbeat(db, { ...worker, id: well })
  await heartbeat(db, { ...worker, id: sick, ready: false, reason: 'the model server answers 503: it loads the model' })
  await heartbeat(db, { ...worker, id: silent })
  await db.query(`UPDATE worker SET heartbeat_at = now() - interval '80 seconds' WHERE id = $1`, [silent])
  await db.query(POOL_POINTS, [pool, SLOTS, POINTS])
  await db.query(TEAM_POINTS, [pool, LOCAL_TEAM, other])
  await db.query(WORKER_POINTS, [pool, SLOTS, [well, sick, silent]])
}

/** Of 40 places of waits some twenty calls each, shifted to longer waits as the queue grows. */
const WAITS = `ARRAY(SELECT CASE WHEN abs(place - 10 - waiting / 8) < 3 THEN 4 ELSE 0 END FROM generate_series(0, 39) place)`

const POOL_POINTS = `
INSERT INTO pool_point (pool, step, at, notes, known, ready, slots, active, waiting, backlog, usable, tokens, oldest_ms, waits)
SELECT $1, 10, at, 1, 3, ready, ready * $2::int, least(ready * $2::int, 6 + waiting), waiting, 40 * waiting, 5 * waiting,
       2000 * ready, 250 * waiting, ${WAITS}
FROM (
  SELECT date_bin('10 seconds', now(), 'epoch') - n * interval '10 seconds' AS at,
         CASE WHEN n BETWEEN 100 AND 220 THEN 2 ELSE 1 END AS ready, abs((n * 7) % 140 - 70) AS waiting
  FROM generate_series(1, $3::int) n
) p`

const TEAM_POINTS = `
INSERT INTO team_point (pool, step, at, team_id, notes, active, waiting, backlog, entitled, oldest_ms, waits)
SELECT p.pool, p.step, p.at, t.id, 1, ceil(p.active * t.share), ceil(p.waiting * t.share), ceil(p.backlog * t.share),
       p.active / 2.0, p.oldest_ms * t.share, p.waits
FROM pool_point p, (VALUES ($2::uuid, .7), ($3::uuid, .3)) AS t (id, share) WHERE p.pool = $1 AND p.step = 10`

const WORKER_POINTS = `
INSERT INTO worker_point (pool, step, at, worker_id, notes, slots, active, tokens)
SELECT p.pool, p.step, p.at, w.id, 1, $2::int, greatest(0, least($2::int, p.active - $2::int * (w.nth - 1))), p.tokens / p.ready
FROM pool_point p, unnest($3::uuid[]) WITH ORDINALITY AS w (id, nth)
WHERE p.pool = $1 AND p.step = 10 AND w.nth <= p.ready`
