import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource } from 'typeorm'

/** A statement without an answer holds its connection as long as the network forgets it. */
const END_MS = 5000

/** Ends a process's connections, and waits no longer than a process that ends may: a database that is away must not hold it. */
export async function closeDatabase(db: DataSource): Promise<void> {
  await Promise.race([db.destroy().catch(() => undefined), sleep(END_MS, undefined, { ref: false })])
}
