import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../make-folder.js'
import { writeTextFile } from '../write-text-file.js'

const FleetRecord = z.object({ api: z.string(), dashboard: z.string().nullable() })
type FleetRecord = z.infer<typeof FleetRecord>

/** Records a fleet's URL in its folder, for commands started beside it. */
export function writeFleetRecord(folder: string, record: FleetRecord): void {
  makeFolder(folder)
  writeTextFile(join(folder, 'fleet.json'), `${JSON.stringify(record)}\n`)
}

/** Reads the URL of the last fleet on a folder, or null. */
export function readFleetRecord(folder: string): FleetRecord | null {
  try {
    return FleetRecord.parse(JSON.parse(readFileSync(join(folder, 'fleet.json'), 'utf8')))
  } catch {
    return null
  }
}
