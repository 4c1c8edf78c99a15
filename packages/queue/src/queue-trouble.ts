import { Redis } from 'ioredis'

/** Something about the queue's Redis that an operator must change. */
export interface QueueTrouble {
  readonly kind: 'evicts' | 'no_file' | 'other_fleet'
  /** What is wrong and what to do, in a sentence. */
  readonly why: string
}

/** The key that holds the id of the fleet whose queue it is. Every login of the fleet may write below `bull:round:`. */
const FLEET_KEY = 'bull:round:fleet'

/** Redis's address without its password. */
export function shownUrl(url: string): string {
  return url.replace(/:[^:@/]*@/, ':…@')
}

/**
 * Looks at Redis's settings: a full Redis must refuse new jobs rather than evict old ones; one without an append-only
 * file loses everything when it stops. And at whose it is: two fleets on one Redis take each other's jobs, and find
 * them to be none of theirs.
 */
export async function queueTroubles(client: Redis, url: string, fleet: string | undefined): Promise<QueueTrouble[]> {
  const info = await client.info()
  const troubles = [
    evicts(url, info),
    noFile(url, info),
    fleet === undefined ? null : await otherFleet(client, url, fleet),
  ]
  return troubles.filter((trouble) => trouble !== null)
}

/** Looks at a queue's Redis on a connection of its own, which a running process may do now and then. */
export async function watchedQueue(url: string, fleet: string): Promise<QueueTrouble[]> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: null, connectTimeout: 5000, commandTimeout: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await queueTroubles(client, url, fleet)
  } finally {
    client.disconnect()
  }
}

function evicts(url: string, info: string): QueueTrouble | null {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
  if (policy === undefined || policy === 'noeviction') return null
  return {
    kind: 'evicts',
    why: `Redis at ${shownUrl(url)} drops jobs when it is full (maxmemory-policy ${policy}): set maxmemory-policy noeviction there`,
  }
}

function noFile(url: string, info: string): QueueTrouble | null {
  if (!/^aof_enabled:0/m.test(info)) return null
  return {
    kind: 'no_file',
    why: `Redis at ${shownUrl(url)} keeps no append-only file: jobs it forgets are queued again from PostgreSQL, later`,
  }
}

/** Claims Redis for a fleet if it is nobody's: a Redis that was emptied is. */
async function otherFleet(client: Redis, url: string, fleet: string): Promise<QueueTrouble | null> {
  await client.set(FLEET_KEY, fleet, 'NX')
  const owner = await client.get(FLEET_KEY)
  if (owner === null || owner === fleet) return null
  return {
    kind: 'other_fleet',
    why:
      `Redis at ${shownUrl(url)} is the queue of another fleet (its database is ${owner}, this one's ${fleet}): set REDIS_URL ` +
      `to a Redis of its own or another database number, such as redis://host/1; if that fleet is gone, run DEL ${FLEET_KEY} there`,
  }
}
