import { setTimeout as sleep } from 'node:timers/promises'
import { groupBy } from '@cges-fleet/core'
import type { DataSource } from '@cges-fleet/db'
import type { SeededRandom } from '@cges-fleet/methods'
import { Redis } from 'ioredis'

/** A queue's store taken apart: what it holds, sorted into kinds, each of which can be lost by itself. */
export interface QueueParts {
  /** Deletes some of one kind that is there; returns which kind, and how many; null if the queue is empty. */
  lose(random: SeededRandom): Promise<{ readonly kind: string; readonly lost: number } | null>
  close(): void
}

/** Everything BullMQ keeps besides jobs, locks and what stops the same job twice. */
const NAMED =
  /^bull:(round|sample)[^:]*:(wait|active|prioritized|delayed|failed|completed|paused|marker|pc|id|meta|events|stalled|stalled-check|limiter)$/

/** The kind of a key: two queues have each its own. Exported for the test of this nemesis. */
export function kindOf(key: string): string {
  const named = NAMED.exec(key)
  if (named !== null) return `${named[1]}:${named[2]}`
  const [, queue = '', ...rest] = key.split(':')
  const of = queue.startsWith('sample-') ? 'sample' : queue
  if (rest[0] === 'de' || rest[0] === 'dn') return `${of}:${rest[0]}`
  return `${of}:${rest.at(-1) === 'lock' ? 'lock' : 'job'}`
}

/** The keys of a queue in Redis. */
export function redisParts(url: string): QueueParts {
  const client = new Redis(url, { retryStrategy: () => 200 })
  client.on('error', () => undefined)
  return {
    lose: async (random) => {
      const kinds = groupBy(await client.keys('bull:*'), kindOf)
      const kind = oneOf([...kinds.keys()].toSorted(), random)
      if (kind === null) return null
      const keys = someOf((kinds.get(kind) ?? []).toSorted(), random)
      return { kind, lost: await client.del(...keys) }
    },
    close: () => client.disconnect(),
  }
}

/** Rows of BullMQ's tables that make one kind, as the condition that selects them. */
const ROWS = [
  ...(['round', 'sample'] as const).flatMap((queue) => [
    { kind: `${queue}:waiting`, table: 'job', where: `queue LIKE '${queue}%' AND state = 'waiting'` },
    { kind: `${queue}:active`, table: 'job', where: `queue LIKE '${queue}%' AND state = 'active'` },
    { kind: `${queue}:meta`, table: 'meta', where: `queue LIKE '${queue}%'` },
    { kind: `${queue}:event`, table: 'event', where: `queue LIKE '${queue}%'` },
  ]),
  { kind: 'round:dedup', table: 'dedup', where: 'true' },
  { kind: 'round:dedup_next', table: 'dedup_next', where: 'true' },
] as const

/** The rows of a queue in PostgreSQL. */
export function postgresParts(db: DataSource): QueueParts {
  return {
    lose: async (random) => {
      const { kind, table, where } = ROWS[random.int(0, ROWS.length - 1)] ?? ROWS[0]
      const share = random.next() < 0.5 ? 1 : 0.5
      const [, lost] = await db.query<[unknown, number]>(
        `DELETE FROM bullmq.${table} WHERE ctid IN (SELECT ctid FROM bullmq.${table} WHERE ${where} AND random() < $1)`,
        [share],
      )
      return { kind, lost }
    },
    close: () => undefined,
  }
}

function oneOf(kinds: readonly string[], random: SeededRandom): string | null {
  return kinds[random.int(0, Math.max(0, kinds.length - 1))] ?? null
}

/** All of them, or each by a coin. */
function someOf(keys: readonly string[], random: SeededRandom): readonly string[] {
  const all = random.next() < 0.5
  const some = keys.filter(() => all || random.next() < 0.5)
  return some.length > 0 ? some : keys.slice(0, 1)
}

/** Loses parts for a time, several a second; returns how many times each kind lost something. */
export async function loseParts(
  parts: QueueParts,
  random: SeededRandom,
  { forMs, gapMs }: { readonly forMs: number; readonly gapMs: readonly [number, number] },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const until = performance.now() + forMs
  while (performance.now() < until) {
    const gone = await parts.lose(random)
    if (gone !== null && gone.lost > 0) counts[gone.kind] = (counts[gone.kind] ?? 0) + 1
    await sleep(random.int(...gapMs))
  }
  return counts
}
