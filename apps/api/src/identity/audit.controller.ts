import { type AuditEntry, type AuditFile, type AuditPage, logEntryWords, type ChainEnd } from '@cges-fleet/core'
import { ExportAudit, GetAuditChain, ListAudit } from '@cges-fleet/core/contract'
import { type AuditWanted, countUnsealed, type Database, listAudit, selectSealed } from '@cges-fleet/db'
import { csvLine } from '@cges-fleet/formats'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Inject, Res } from '@nestjs/common'
import { administered, Caller } from '../access/caller.js'
import type { HttpResponse } from '../http/request.js'
import { sendFile } from '../http/send-file.js'
import { Input, Serves } from '../http/serves.js'
import { IDENTITY_DATABASE } from '../tokens.js'

/** The log: as pages, as files, and as the chain that shows whether somebody changed it. */
@Controller()
export class AuditController {
  readonly #logger = logger('Audit')

  constructor(@Inject(IDENTITY_DATABASE) private readonly identity: Database) {}

  @Serves(ListAudit)
  list(@Caller() caller: Caller, @Input() { query }: Input<typeof ListAudit>): Promise<AuditPage> {
    return listAudit(administered(this.identity, caller), query)
  }

  @Serves(ExportAudit)
  async export(
    @Caller() caller: Caller,
    @Input() { path: { file }, query }: Input<typeof ExportAudit>,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const pieces = fileOf(file, pagesOf(administered(this.identity, caller), query))
    await sendFile(response, { name: file, pieces }, this.#logger)
  }

  @Serves(GetAuditChain)
  async chain(@Res() response: HttpResponse): Promise<void> {
    await sendFile(response, { name: 'chain.jsonl', pieces: chainOf(this.identity) }, this.#logger)
  }
}

async function* pagesOf(db: Database, wanted: AuditWanted): AsyncGenerator<readonly AuditEntry[]> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: AuditPage = await listAudit(db, { ...wanted, cursor })
    yield page.entries
    cursor = page.next
  }
}

const COLUMNS = ['at', 'words', 'by', 'key', 'action', 'subject', 'team', 'times', 'last_at', 'detail']

async function* fileOf(file: AuditFile, pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  const isCsv = file === 'log.csv'
  if (isCsv) yield csvLine(COLUMNS)
  for await (const entries of pages) yield entries.map(isCsv ? csvOf : jsonOf).join('')
}

function csvOf(entry: AuditEntry): string {
  const { at, actor, keyName, action, subject, team, times, lastAt, detail } = entry
  return csvLine([
    at,
    logEntryWords(entry),
    actor,
    keyName,
    action,
    subject,
    team,
    times,
    lastAt,
    JSON.stringify(detail),
  ])
}

function jsonOf(entry: AuditEntry): string {
  return `${JSON.stringify({ ...entry, words: logEntryWords(entry) })}\n`
}

async function* chainOf(db: Database): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const page = await selectSealed(db, after)
    const last = page.at(-1)
    if (last === undefined) break
    yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    after = last.place
  }
  const end: ChainEnd = { end: true, unsealed: await countUnsealed(db) }
  yield `${JSON.stringify(end)}\n`
}
