import { counted, countedOf, inNumber, type IssuedKey, Role, Scope, scopesOf } from '@cges-fleet/core'
import { CreateKey, ListKeys, RevokeKey, RotateKey } from '@cges-fleet/core/contract'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { readTextFile } from '../files/text-files.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import type { PepperedKey } from './database-work.js'
import { keyLine, withKey } from './find-key.js'

interface ApiOptions {
  readonly api?: string
  readonly json?: true
}

interface KeyFlags extends ApiOptions {
  readonly team?: string
}

interface CreateFlags extends ApiOptions {
  readonly admin?: boolean
  readonly given?: string
  readonly name: string
  readonly role?: Role
  readonly team?: string
  readonly scopes?: Scope[]
  readonly days?: number
}

type ApiOf = (options: ApiOptions) => ApiClient

/** `cges key`: the keys that people and programs call the API with. */
export function keyCommand(apiOf: ApiOf): Command {
  const key = new Command('key').description('keys for people and programs')
  key.addCommand(createCommand(apiOf))
  key.addCommand(listCommand(apiOf))
  key.addCommand(
    ofKey('rotate')
      .description('replace a key; the old one keeps working for a while')
      .option('--overlap-hours <n>', 'hours that both keys work', days, 24)
      .action(async (text: string, flags: KeyFlags & { overlapHours: number }) => {
        const api = apiOf(flags)
        const body = { overlapHours: flags.overlapHours }
        show(flags, await withKey(api, { text, team: flags.team }, (id) => api.call(RotateKey, { path: { id }, body })))
      }),
  )
  key.addCommand(
    ofKey('revoke')
      .description('revoke a key, its sessions and streams')
      .action(async (text: string, flags: KeyFlags) => {
        const api = apiOf(flags)
        const revoked = await withKey(api, { text, team: flags.team }, (id) => api.call(RevokeKey, { path: { id } }))
        printResult(flags, revoked, () => [keyLine(revoked)])
      }),
  )
  key.addCommand(pepperCommand())
  return key
}

function pepperCommand(): Command {
  return withJson(new Command('pepper'))
    .description('count keys by the pepper they need, while you replace it; needs DATABASE_URL and KEY_PEPPER_FILE')
    .action(async (options: { readonly json?: true }) => {
      const { keysByPepper } = await import('./database-work.js')
      const keys = await keysByPepper()
      printResult(options, { keys }, () => pepperText(keys))
    })
}

/** Formats how many keys need which pepper, and names those that do not need the present one. */
function pepperText(keys: readonly PepperedKey[]): string[] {
  const of = (pepper: PepperedKey['pepper']) => keys.filter((key) => key.pepper === pepper)
  return [
    `${countedOf(of('present').length, keys.length, 'key')} ${inNumber(keys.length, 'uses', 'use')} the present pepper.`,
    ...behind(of('accepted'), 'on the accepted pepper, until it next calls the API:'),
    ...behind(of('unknown'), 'of neither pepper and refused. Set KEY_PEPPER_ACCEPTED_FILE, or revoke:'),
  ]
}

function behind(keys: readonly PepperedKey[], words: string): string[] {
  if (keys.length === 0) return []
  return [
    `${counted(keys.length, 'key')} ${words}`,
    ...keys.map(({ id, name, team }) => `  ${id}  ${name}, team ${team}`),
  ]
}

/** A command for one key, which people name as the list does. */
function ofKey(verb: string): Command {
  return withJson(withApi(new Command(verb)))
    .argument('<id-or-name>', 'its id, the 12 letters and digits after cges_, or its name')
    .option('--team <name>', 'the team of a key given by its name; yours unless given')
}

function createCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('create')))
    .description('create a key; it is shown once')
    .requiredOption('--name <text>', 'person or program that it is for')
    .addOption(new Option('--role <role>', 'what it may do').choices(Role.options))
    .option('--team <name>', 'its team; yours unless given')
    .option('--scopes <list>', `only these of its role’s: ${Scope.options.join(', ')}`, scopes)
    .option('--days <n>', 'days until it expires; never unless given', days)
    .option('--admin', 'create a fleet administrator’s key without the API; needs DATABASE_URL and KEY_PEPPER_FILE')
    .option('--given <file>', 'accept the key in this file, without the API; repeating it changes nothing')
    .action(async (flags: CreateFlags) => {
      if (flags.given !== undefined) return accept(flags, flags.given)
      if (flags.admin === true) {
        const { createAdminKey } = await import('./database-work.js')
        return show(flags, await createAdminKey(flags.name))
      }
      const { name, team, scopes: only, days: until } = flags
      const role = roleOf(flags)
      const expiresAt = until === undefined ? undefined : new Date(Date.now() + until * 86_400_000).toISOString()
      show(flags, await apiOf(flags).call(CreateKey, { body: { name, role, team, scopes: only, expiresAt } }))
    })
}

/** The role given, or the least that has all the scopes given. */
function roleOf({ admin, role, scopes: only }: CreateFlags): Role {
  if (admin === true) return 'fleet-admin'
  const least = only === undefined ? undefined : Role.options.find((one) => scopesOf(one, only).length === only.length)
  const found = role ?? least
  if (found === undefined) throw new UsageError(`give --role, one of ${Role.options.join(', ')}`)
  return found
}

async function accept(flags: CreateFlags, file: string): Promise<void> {
  const { acceptKey } = await import('./database-work.js')
  const made = await acceptKey(
    { name: flags.name, role: roleOf(flags), scopes: flags.scopes ?? null },
    readTextFile(file).trim(),
  )
  console.error(made === null ? 'This key is already accepted.' : keyLine(made))
  // The key was supplied by the caller, so it is not printed.
  if (flags.json === true) printResult(flags, made === null ? null : { ...made, key: undefined }, () => [])
}

function listCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('list')))
    .description('list your team’s keys, or every team’s for a fleet administrator')
    .option('--team <name>', 'only those of this team')
    .action(async (flags: KeyFlags) => {
      const answer = await apiOf(flags).call(ListKeys, { query: { team: flags.team } })
      printResult(flags, answer, () => answer.keys.map(keyLine))
      if (answer.keys.length === 0) console.error('note: there are no keys; a fleet without sign-in needs none')
    })
}

/** Only the key goes to stdout, unless as JSON, for a pipe into a file; what to do with it goes to stderr. */
function show(flags: ApiOptions, issued: IssuedKey): void {
  console.error(`${keyLine(issued)}\nIt is not shown again. Save it to a file and set CGES_API_KEY_FILE to that file.`)
  printResult(flags, issued, () => [issued.key])
}

function days(text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value >= 0) return value
  throw new InvalidArgumentError('must be a number from 0')
}

function scopes(text: string): Scope[] {
  return text.split(',').map((word) => {
    const scope = Scope.safeParse(word.trim())
    if (scope.success) return scope.data
    throw new InvalidArgumentError(`"${word}" is not one of ${Scope.options.join(', ')}`)
  })
}
