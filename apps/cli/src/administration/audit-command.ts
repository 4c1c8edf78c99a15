import { AuditFile, AuditTopic, logEntryWords, type ChainAnchor, checkChain } from '@cges-fleet/core'
import { ExportAudit, GetAuditChain, ListAudit } from '@cges-fleet/core/contract'
import { Command, InvalidArgumentError, Option } from 'commander'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { instant, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

interface ApiOptions {
  readonly api?: string
  readonly json?: true
}

interface Filter extends ApiOptions {
  readonly by?: string
  readonly about?: AuditTopic
  readonly since?: string
  readonly until?: string
}

type ApiOf = (options: ApiOptions) => ApiClient

/** `cges audit`: who did what, and whether anybody changed the log of it. */
export function auditCommand(apiOf: ApiOf): Command {
  return new Command('audit')
    .description('the log: who did what')
    .addCommand(listCommand(apiOf))
    .addCommand(exportCommand(apiOf))
    .addCommand(verifyCommand(apiOf))
}

function withFilter(command: Command): Command {
  return command
    .option('--by <name>', 'only what this person, or the key of this id, did')
    .addOption(new Option('--about <topic>', 'only entries about this').choices(AuditTopic.options))
    .option('--since <instant>', 'only from then on, such as 2026-01-31 or 2026-01-31T09:00:00Z', instant)
    .option('--until <instant>', 'only before', instant)
}

const queryOf = ({ by, about, since, until }: Filter) => ({ by, about, since, until })

function listCommand(apiOf: ApiOf): Command {
  return withJson(withApi(withFilter(new Command('list'))))
    .description('print the newest 100 entries')
    .action(async (flags: Filter) => {
      const page = await apiOf(flags).call(ListAudit, { query: queryOf(flags) })
      printResult(flags, page, () => page.entries.map((entry) => `${entry.at.slice(0, 19)}Z  ${logEntryWords(entry)}`))
    })
}

function exportCommand(apiOf: ApiOf): Command {
  return withApi(withFilter(new Command('export')))
    .description('print the whole log, newest first')
    .addOption(
      new Option('--format <format>', 'csv for a spreadsheet, jsonl for programs').choices(FORMATS).default('csv'),
    )
    .action(async (flags: Filter & { format: string }) => {
      const file = AuditFile.parse(`log.${flags.format}`)
      const { body } = await apiOf(flags).open(ExportAudit, { path: { file }, query: queryOf(flags) })
      if (body === null) throw new UsageError('the API sent nothing')
      for await (const piece of Readable.fromWeb(body)) process.stdout.write(piece as Uint8Array)
    })
}

const FORMATS = ['csv', 'jsonl']

function verifyCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('verify')))
    .description('verify that nobody changed the log; fails at the first entry that was')
    .argument('[file]', 'a chain you saved from the API; the fleet’s unless given')
    .option('--last <place:hash>', 'what this command printed before: the chain must still contain it', anchor)
    .action(async (file: string | undefined, flags: ApiOptions & { last?: ChainAnchor }) => {
      const lines = file === undefined ? await chainOf(apiOf(flags)) : linesOf(createReadStream(file))
      const found = await checkChain(lines, { seen: flags.last ?? null, sha256 })
      if (found.fault !== null) process.exitCode = 1
      printResult(flags, found, () => [found.fault ?? found.words])
    })
}

async function chainOf(api: ApiClient): Promise<AsyncIterable<string>> {
  const { body } = await api.open(GetAuditChain, {})
  if (body === null) throw new UsageError('the API sent nothing')
  return linesOf(Readable.fromWeb(body))
}

function linesOf(input: NodeJS.ReadableStream): AsyncIterable<string> {
  return createInterface({ input, crlfDelay: Infinity })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function anchor(text: string): ChainAnchor {
  const [, place, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (place === undefined || hash === undefined)
    throw new InvalidArgumentError('must be a place and a hash, such as 42:9f…')
  return { place: Number(place), hash }
}
