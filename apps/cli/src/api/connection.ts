import { existsSync, readFileSync, rmSync } from 'node:fs'
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
export function apiOf({ api, patience }: ApiOptions, folder: string = DATA_FOLDER): ApiClient {
  const named = api ?? parseEnvironment().CGES_API
  const url = () => named ?? readFleetRecord(folder)?.api ?? 'http://127.0.0.1:8080'
  const patienceMs = patience === undefined ? undefined : 1000 * patience
  const key = loadApiKey()
  // Whoever's own key was ended is not told of the first one.
  const keyHint = () => (key === undefined ? firstKeyHint(named, folder) : null)
  return new ApiClient({ url, key, patienceMs, keyHint })
}

/** The dashboard of the fleet that `apiOf` connects to, or null where that fleet was not started here. */
export function dashboardOf({ api }: ApiOptions, folder: string = DATA_FOLDER): string | null {
  const named = api ?? parseEnvironment().CGES_API
  const record = readFleetRecord(folder)
  return isOfHere(named, record) ? (record?.dashboard ?? null) : null
}

/** Whether an address names the fleet started here, as none does. */
function isOfHere(named: string | undefined, record: FleetRecord | null): boolean {
  if (named === undefined) return true
  return record !== null && URL.canParse(named) && new URL(named).origin === new URL(record.api).origin
}

/** Says where the first key of a fleet is, by the address it is called at; null where no fleet started here made one. */
function firstKeyHint(named: string | undefined, folder: string): string | null {
  const path = firstKeyPath(folder)
  if (!existsSync(path) || !isOfHere(named, readFleetRecord(folder))) return null
  return `The first key of the fleet started here: export CGES_API_KEY_FILE='${path}'`
}

const FleetRecord = z.object({ api: z.string(), dashboard: z.string().nullable() })
type FleetRecord = z.infer<typeof FleetRecord>

/** Records a fleet's URL in its folder, for commands started beside it. */
export function writeFleetRecord(folder: string, record: FleetRecord): void {
  makeFolder(folder)
  writeTextFile(join(folder, 'fleet.json'), `${JSON.stringify(record)}\n`)
}

/** Forgets a fleet that has ended, so that commands look for another. */
export function removeFleetRecord(folder: string): void {
  rmSync(join(folder, 'fleet.json'), { force: true })
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
