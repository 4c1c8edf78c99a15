import { type Database, hasKeys } from '@cges-fleet/db'
import type { ApiEnvironment } from '../env.js'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/
const HOW =
  'set KEY_PEPPER_FILE to a file of 32 or more random characters (openssl rand -base64 48), then make the first key with `cges key create --admin`'

/** Requires sign-in if the API can be reached from other machines or by other users, or if keys exist. */
export async function requireSignIn(env: ApiEnvironment, identity: Database): Promise<void> {
  if (!LOOPBACK.test(env.HOST) && env.LOCAL_NAMES.length === 0) {
    throw new Error(`api: will not listen on ${env.HOST} without sign-in: ${HOW}; or leave HOST at 127.0.0.1`)
  }
  if (await hasKeys(identity)) {
    throw new Error(`api: this database has API keys, and without their pepper anyone would be let in: ${HOW}`)
  }
}
