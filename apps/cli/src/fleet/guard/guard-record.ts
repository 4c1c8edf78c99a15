import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from '@cges-fleet/db/process'
import { z } from 'zod'

const GuardRecord = z.object({ guard: z.int(), launcher: z.int() })
type GuardRecord = z.infer<typeof GuardRecord>

/** Longer than a guard can take to end what it holds. */
const END_MS = 60_000

/** The file in which a data folder's guard records its process. */
export function guardRecordPath(folder: string): string {
  return join(folder, 'guard.json')
}

/** Records the guard of the fleet on a folder. */
export function writeGuardRecord(folder: string, record: GuardRecord): void {
  writeFileSync(guardRecordPath(folder), `${JSON.stringify(record)}\n`)
}

/**
 * Waits while the remains of a killed fleet on a folder are being ended: its database must not be taken over meanwhile.
 */
export async function earlierFleetEnded(folder: string, tell: (line: string) => void): Promise<void> {
  const until = performance.now() + END_MS
  for (let looks = 0; performance.now() < until; looks += 1) {
    const record = readRecord(folder)
    const isEnding = record !== null && findProcess(record.guard) !== null && findProcess(record.launcher) === null
    if (!isEnding) return
    if (looks === 0) tell('An earlier fleet here was killed. Waiting for its processes to end.')
    await sleep(100)
  }
}

function readRecord(folder: string): GuardRecord | null {
  try {
    return GuardRecord.parse(JSON.parse(readFileSync(guardRecordPath(folder), 'utf8')))
  } catch {
    return null
  }
}

/** A message from a fleet's launcher to its guard: a process began, or ended. */
export const GuardLine = z.object({ pid: z.int(), kind: z.enum(['process', 'postgres']), ended: z.boolean() })
export type GuardLine = z.infer<typeof GuardLine>
