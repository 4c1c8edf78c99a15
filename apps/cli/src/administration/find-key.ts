import { counted, KeyId, type KeyView } from '@cges-fleet/core'
import { GetSession, ListKeys } from '@cges-fleet/core/contract'
import { didYouMean } from '@cges-fleet/methods'
import { type ApiClient, UnknownError } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { printableLine } from '../shell/printing.js'

interface Wanted {
  /** A key's id, or its name. */
  readonly text: string
  /** The team of a key that is named; the caller's unless given. */
  readonly team?: string | undefined
}

/**
 * Does something with the key that a person names by its id or by its name. A name must be that of one working key;
 * else the error lists the keys that have it.
 */
export async function withKey<T>(api: ApiClient, wanted: Wanted, work: (id: string) => Promise<T>): Promise<T> {
  const { text } = wanted
  if (KeyId.safeParse(text).success) {
    try {
      return await work(text)
    } catch (error) {
      // What looks like an id may be a name.
      if (!(error instanceof UnknownError)) throw error
    }
  }
  return work(await idOfName(api, wanted))
}

async function idOfName(api: ApiClient, { text: name, team }: Wanted): Promise<string> {
  const own = team ?? (await api.call(GetSession)).caller?.team.name
  const { keys } = await api.call(ListKeys, { query: { team: own } })
  const named = keys.filter((key) => key.name === name)
  const working = named.filter(({ state }) => state === 'active')
  const [only] = working
  if (only !== undefined && working.length === 1) return only.id
  if (working.length > 1) {
    throw new UsageError(
      `${counted(working.length, 'working key')} are called "${name}"; give the id of one:\n${listed(working)}`,
    )
  }
  if (named.length > 0) throw new UsageError(`No working key is called "${name}"; of this name:\n${listed(named)}`)
  const near = didYouMean(
    name,
    keys.filter(({ state }) => state === 'active').map((key) => key.name),
  )
  const where = team === undefined ? 'your team' : `team ${team}`
  const hint =
    team === undefined
      ? 'cges key list shows them; --team names another team.'
      : `cges key list --team ${team} shows them.`
  throw new UsageError(`No key of ${where} has the id or the name "${name}"${near || '.'}\n${hint}`)
}

const MOST_LISTED = 20

function listed(keys: readonly KeyView[]): string {
  const more = keys.length - MOST_LISTED
  const lines = keys.slice(0, MOST_LISTED).map((key) => `  ${keyLine(key)}`)
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n')
}

/** Formats a key as one line. */
export function keyLine({ id, name, team, role, scopes: only, state, expiresAt, replacedBy }: KeyView): string {
  const until = expiresAt === null || state === 'revoked' ? '' : ` until ${expiresAt.slice(0, 16)}`
  const replaced = replacedBy === null ? '' : `, replaced by ${replacedBy}`
  const rights = only === null ? '' : ` (${only.join(', ')})`
  return `${id}  ${state.padEnd(8)}${role.padEnd(12)}${team}  ${printableLine(name)}${rights}${until}${replaced}`
}
