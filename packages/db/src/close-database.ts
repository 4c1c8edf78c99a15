import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource } from 'typeorm'

/** A statement that never gets its answer holds its connection for as long as the network takes to notice. */
const END_MS = 5000

/** Closes a process's connections in bounded time, so that an unreachable database cannot delay shutdown. */
export async function closeDatabase(db: DataSource): Promise<void> {
  await Promise.race([db.destroy().catch(() => undefined), sleep(END_MS, undefined, { ref: false })])
}
