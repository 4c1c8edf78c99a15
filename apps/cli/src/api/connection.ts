import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { loadApiKey, parseEnvironment } from '../env.js'
import { makeFolder, writeTextFile } from '../files/text-files.js'
import { DATA_FOLDER } from '../paths.js'
import { ApiClient } from './api-client.js'

export interface ApiOptions {
  readonly api?: string
  /** Seconds to wait for an API that becomes unavailable. */
  readonly patience?: number
}

/** Connects a command to the fleet that its options or the environment name, else to the one started here. */
export function apiOf({ api, patience }: ApiOptions): ApiClient {
  const named = api ?? parseEnvironment().CGES_API
  const url = () => named ?? readFleetRecord(DATA_FOLDER)?.api ?? 'http://127.0.0.1:8080'
  const patienceMs = patience === undefined ? undefined : 1000 * patience
  const key = loadApiKey()
  // Whoever's own key was ended is not told of the first one.
  const keyHint = () => (named === undefined && key === null ? firstKeyHint() : null)
  return new ApiClient({ url, key, patienceMs, keyHint })
}

/** The dashboard of the fleet that `apiOf` connects to, or null where that fleet was not started here. */
export function dashboardOf({ api }: ApiOptions, folder: string = DATA_FOLDER): string | null {
  const named = api ?? parseEnvironment().CGES_API
  const record = readFleetRecord(folder)
  if (record === null || (named !== undefined && new URL(named).origin !== new URL(record.api).origin)) return null
  return record.dashboard
}

/** A fleet started here keeps its first key beside its data. */
function firstKeyHint(): string | null {
  const path = firstKeyPath(DATA_FOLDER)
  return existsSync(path) ? `The first key of the fleet started here: set CGES_API_KEY_FILE='${path}'.` : null
}

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

/** The file in which `up` keeps the first key of a fleet. */
export function firstKeyPath(folder: string): string {
  return join(folder, 'first-admin-key')
}
