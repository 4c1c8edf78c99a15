import { type Db, query } from '../connection/query.js'
import type { Holder } from './sessions.js'

/** A token bucket of requests: it refills at a rate and holds at most `size`. */
export interface Bucket {
  readonly name: string
  readonly perSecond: number
  readonly size: number
}

/**
 * Takes one request from every bucket; returns 0, or the seconds until each has one again. Kept in Postgres, which all
 * API processes share and which no outage of the queue affects.
 */
export async function takeRequest(db: Db, buckets: readonly Bucket[]): Promise<number> {
  const rows = await query<{ seconds: number }>(db, TAKE, [
    buckets.map(({ name }) => name),
    buckets.map(({ perSecond }) => perSecond),
    buckets.map(({ size }) => size),
  ])
  return Math.max(0, ...rows.map(({ seconds }) => seconds))
}

/** How many requests per second a key and a team may make. */
export interface RequestRates {
  readonly perKey: number
  readonly perTeam: number
}

/** How many seconds' worth of requests may arrive in one burst. */
const BURST_SECONDS = 2

/** Takes a request of a holder's: of their key, or of the person, and of their team. */
export function takeHolderRequest(
  db: Db,
  { key, person, team }: Pick<Holder, 'key' | 'person' | 'team'>,
  { perKey, perTeam }: RequestRates,
): Promise<number> {
  const own = key === null ? `person ${person?.id ?? ''}` : `key ${key.id}`
  return takeRequest(db, [
    { name: own, perSecond: perKey, size: perKey * BURST_SECONDS },
    { name: `team ${team}`, perSecond: perTeam, size: perTeam * BURST_SECONDS },
  ])
}

/** The rate of refused credentials allowed from one address; beyond it they are not even audited. */
const REFUSED = { perSecond: 0.5, size: 30 }

/** Takes a request whose credential was refused, from the address that sent it. */
export function takeRefused(db: Db, address: string): Promise<number> {
  return takeRequest(db, [{ name: `refused ${address}`, ...REFUSED }])
}

/**
 * A bucket may go slightly below zero and no further, so that clients that keep retrying wait no longer than those that
 * stop.
 */
const TAKE = `
INSERT INTO request_bucket AS b (name, tokens, filled_at)
SELECT name, size - 1, clock_timestamp() FROM unnest($1::text[], $2::float8[], $3::float8[]) AS w(name, rate, size)
ORDER BY name
ON CONFLICT (name) DO UPDATE SET
  tokens = greatest(-1, least(
    (SELECT size FROM unnest($1::text[], $3::float8[]) AS w(n, size) WHERE n = b.name),
    b.tokens + extract(epoch FROM clock_timestamp() - b.filled_at)
      * (SELECT rate FROM unnest($1::text[], $2::float8[]) AS w(n, rate) WHERE n = b.name)) - 1),
  filled_at = clock_timestamp()
RETURNING CASE WHEN tokens >= 0 THEN 0
  ELSE -tokens / (SELECT rate FROM unnest($1::text[], $2::float8[]) AS w(n, rate) WHERE n = b.name) END AS seconds`
