import { type Database, hasKeys, hasPeople } from '@cges-fleet/db'
import type { DoorEnvironment } from './environment.js'

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** A header, which may have been sent several times. */
type Hosts = string | readonly string[] | undefined

/**
 * Returns the host that a request may not name on a fleet without sign-in, null if it names local ones: a page of
 * another site can rebind its name to this machine, but cannot make a browser send another.
 */
export function foreignHost(hosts: readonly Hosts[], localNames: readonly string[]): string | null {
  const names = hosts.flat().map((host) => host?.replace(/:\d+$/, ''))
  const named = names.filter((name) => name !== undefined)
  return named.find((name) => !LOCAL_HOSTS.includes(name) && !localNames.includes(name)) ?? null
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/
const HOW_TO_SIGN_IN =
  'set KEY_PEPPER_FILE to a file of 32 or more random characters (openssl rand -base64 48), then make the first key with `cges key create --admin`'

/** Requires sign-in if a process can be reached from other machines or by other users, or if keys exist. */
export async function requireSignIn(
  app: string,
  { HOST: host, LOCAL_NAMES: names }: Pick<DoorEnvironment, 'HOST' | 'LOCAL_NAMES'>,
  identity: Database,
): Promise<void> {
  if (!LOOPBACK_HOST.test(host) && names.length === 0)
    throw new Error(
      `${app}: does not listen on ${host} without sign-in. To turn it on, ${HOW_TO_SIGN_IN}. Or leave HOST at 127.0.0.1`,
    )
  if ((await hasKeys(identity)) || (await hasPeople(identity)))
    throw new Error(
      `${app}: this database has API keys or people who signed in, but KEY_PEPPER_FILE is not set, so anyone would be let in: set it to the file that made them. Another file voids every key`,
    )
}
