import {
  effectiveWeights,
  MOST_RESERVATIONS,
  mostReserved,
  type NewReservation,
  type Reservation,
  type ReservedTime,
  type Sharer,
} from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { newId, type TeamId } from '../ids.js'
import { writeAudit } from '../identity/audit.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import { WORKER_FRESH } from './pools.js'

/** Returns the SQL of how many samples the ready workers of a pool draw at once. */
export function slotsOf(pool: string): string {
  return `(SELECT coalesce(sum(slots), 0)::float8 FROM worker
        WHERE pool = ${pool} AND ready AND heartbeat_at > now() - ${WORKER_FRESH})`
}

/** Selects reservations `v` that run now. */
const RUNS = 'v.starts_at <= now() AND v.ends_at > now()'

/** Returns the SQL of whether any slots of a pool are reserved now. */
export function isReserved(pool: string): string {
  return `EXISTS (SELECT 1 FROM reservation v WHERE v.pool = ${pool} AND ${RUNS})`
}

/**
 * Returns the SQL of the teams that share a pool, as a list of `Sharer`: those with a running evaluation or a request of
 * the gateway in it, and one besides.
 */
export function sharersOf(pool: string, team: string): string {
  return `(SELECT jsonb_agg(jsonb_build_object('team', m.id, 'weight', m.weight, 'reserved', (
            SELECT coalesce(sum(v.slots), 0) FROM reservation v WHERE v.pool = ${pool} AND v.team_id = m.id AND ${RUNS})))
          FROM (SELECT e.team_id FROM evaluation e WHERE e.pool = ${pool} AND e.status = 'running'
                UNION SELECT k.team_id FROM call k WHERE k.pool = ${pool} AND k.live AND k.evaluation_id IS NULL
                UNION SELECT ${team}::uuid) w
          JOIN team m ON m.id = w.team_id)`
}

/** A reservation as every process may read it; who may know the team is the reader's to decide. */
interface PoolReservation {
  readonly id: string
  readonly pool: string
  readonly teamId: TeamId
  readonly team: string
  readonly slots: number
  readonly from: Date
  readonly until: Date
  readonly running: boolean
  /** What the pool's ready workers draw at once now. */
  readonly poolSlots: number
}

/** Selects the reservations that run or are to come, the earliest first: of all pools, or of one. */
export function selectReservations(db: Db, pool: string | null = null): Promise<PoolReservation[]> {
  return query<PoolReservation>(db, LIST, [pool])
}

const LIST = `
SELECT id, pool, "teamId", team, slots, "from", "until", running, "poolSlots"
FROM pool_reservations($1) ORDER BY "from", id`

/** The reservations of all teams: when and how much, so that forecasts and shares may read them across teams. */
export const POOL_RESERVATIONS: DatabaseFunction = {
  name: 'pool_reservations',
  takes: '_pool text',
  returns: `TABLE (id uuid, pool text, "teamId" uuid, team text, slots integer, "from" timestamptz, "until" timestamptz,
  running boolean, "poolSlots" double precision)`,
  does: `
RETURN QUERY
SELECT v.id, v.pool, v.team_id, t.name, v.slots, v.starts_at, v.ends_at, ${RUNS}, ${slotsOf('v.pool')}
FROM reservation v JOIN team t ON t.id = v.team_id
WHERE v.ends_at > now() AND (_pool IS NULL OR v.pool = _pool);`,
}

/** Who reads of a pool, and whether other teams are named to them. */
export interface PoolViewer {
  readonly team: TeamId
  readonly apart: boolean
}

/** A reservation as a reader may know it: its team is named to that team, and to those who see teams apart. Pure. */
export function shownReservation(
  { id, pool, teamId, team, slots, from, until }: PoolReservation,
  viewer: PoolViewer,
): Reservation {
  const own = teamId === viewer.team
  const times = { from: from.toISOString(), until: until.toISOString() }
  return { id, pool, team: own || viewer.apart ? team : null, own, slots, ...times }
}

/**
 * Computes the weights by which teams take turns now, of one pool. Pure.
 *
 * @param running Its reservations that run.
 */
export function weightsBeside(
  teams: readonly { readonly id: TeamId; readonly weight: number }[],
  running: readonly PoolReservation[],
): ReadonlyMap<string, number> {
  const sharers = teams.map(({ id, weight }): Sharer => {
    const ofTeam = running.filter(({ teamId }) => teamId === id)
    return { team: id, weight, reserved: ofTeam.reduce((sum, { slots }) => sum + slots, 0) }
  })
  return effectiveWeights(running[0]?.poolSlots ?? 0, sharers)
}

/** Whom slots are reserved for, and who does it. */
export interface ReservedBy {
  readonly pool: string
  readonly forTeam: TeamId
  /** The operator's. */
  readonly team: TeamId
  readonly actor: string
}

/** Why slots cannot be reserved. */
export type ReservationFault =
  | { readonly kind: 'no-pool' | 'too-many' }
  | {
      readonly kind: 'no-room'
      /** The most slots that the pool had within a week. */
      readonly slots: number
      readonly reserved: number
    }

/**
 * Reserves slots of a pool for a team, and audits who did. Returns the id, or why not: reservations of one time never
 * exceed what the pool has, or had within a week.
 */
export function reserveSlots(
  db: Database,
  { pool, forTeam, team, actor }: ReservedBy,
  { slots, from, until, team: name }: NewReservation & { readonly from: string },
): Promise<string | ReservationFault> {
  return transaction(db, async (tx) => {
    const [row] = await query<{ slots: number }>(tx, CAPACITY, [pool])
    if (row === undefined) return { kind: 'no-pool' }
    const others = await selectReservations(tx, pool)
    if (others.length >= MOST_RESERVATIONS) return { kind: 'too-many' }
    const reserved = mostReserved(others.map(timesOf), Date.parse(from), Date.parse(until))
    if (reserved + slots > row.slots) return { kind: 'no-room', slots: row.slots, reserved }
    const id = newId()
    await query(tx, RESERVE, [id, pool, forTeam, slots, from, until])
    const detail = { team: name, slots, from, until }
    await writeAudit(tx, { team, actor, action: 'pool.reserve', subject: pool, detail })
    return id
  })
}

/** Returns when slots are reserved, in milliseconds since 1970. */
function timesOf({ from, until, slots }: Pick<PoolReservation, 'from' | 'until' | 'slots'>): ReservedTime {
  return { from: from.getTime(), until: until.getTime(), slots }
}

const CAPACITY = `
SELECT greatest(${slotsOf('p.name')}, (
  SELECT max(o.slots / o.notes) FROM pool_point o WHERE o.pool = p.name AND o.step = 600 AND o.at > now() - interval '7 days')) AS slots
FROM pool p WHERE p.name = $1 AND p.provenance <> 'imported' FOR NO KEY UPDATE OF p`

const RESERVE = `
INSERT INTO reservation (id, pool, team_id, slots, starts_at, ends_at)
VALUES ($1, $2, $3, $4, $5::timestamptz, $6::timestamptz)`

/** Cancels a reservation, and audits who did. Returns it; null if the pool has none of this id. */
export function cancelReservation(
  db: Database,
  { pool, id }: { readonly pool: string; readonly id: string },
  { team, actor }: { readonly team: TeamId; readonly actor: string },
): Promise<PoolReservation | null> {
  return transaction(db, async (tx) => {
    const found = (await selectReservations(tx, pool)).find((one) => one.id === id)
    if (found === undefined) return null
    await query(tx, `DELETE FROM reservation WHERE id = $1`, [id])
    const { from, until } = found
    const detail = { team: found.team, slots: found.slots, from: from.toISOString(), until: until.toISOString() }
    await writeAudit(tx, { team, actor, action: 'pool.unreserve', subject: pool, detail })
    return found
  })
}
