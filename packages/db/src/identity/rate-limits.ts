import { type Db, query } from '../connection/query.js'

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
