import { existsSync } from 'node:fs'
import { ApiClient } from './api-client.js'
import { loadApiKey, parseEnvironment } from './env.js'
import { DATA_FOLDER } from './paths.js'
import { firstKeyPath } from './up/first-key-path.js'
import { readFleetRecord } from './up/fleet-record.js'

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
  return new ApiClient({
    url,
    key: loadApiKey(),
    patienceMs,
    keyHint: () => (named === undefined ? firstKeyHint() : null),
  })
}

/** A fleet started here keeps its first key beside its data. */
function firstKeyHint(): string | null {
  const path = firstKeyPath(DATA_FOLDER)
  return existsSync(path) ? `The first key of the fleet started here: set CGES_API_KEY_FILE='${path}'.` : null
}
