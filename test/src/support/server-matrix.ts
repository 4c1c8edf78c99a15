import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { engineTitle, Preflight, ProbeResult } from '@cges-fleet/core'
import { z } from 'zod'
import { cges } from '../cli/run-cges.js'
import { DOCUMENTED, startOddServer } from '../fleet/odd-server.js'
import { startReportedServer } from '../vllm/reported-server.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PAGE = join(ROOT, 'docs/model-servers.md')
const ROWS = join(ROOT, 'docs/data/model-servers.json')

/** How it is known what a server does: whether it was tried. */
const KNOWN = { real: 'yes', own: 'yes', documented: 'imitated', reported: 'imitated' } as const

/** What `cges probe` found out about one kind of server. */
const ServerRow = ProbeResult.omit({ model: true }).extend({
  server: z.string(),
  known: z.enum(Object.keys(KNOWN) as [keyof typeof KNOWN]),
  preflight: Preflight.omit({ requests: true, notes: true }),
})
export type ServerRow = z.infer<typeof ServerRow>

/** The rows that are kept beside the page. */
export function keptRows(): ServerRow[] {
  return z.array(ServerRow).parse(JSON.parse(readFileSync(ROWS, 'utf8')))
}

/** Runs `cges probe` on a server. */
export async function probedRow(
  { server, known }: Pick<ServerRow, 'server' | 'known'>,
  url: string,
  options: readonly string[] = [],
): Promise<ServerRow> {
  const run = cges(['probe', url, '--json', ...options])
  if ((await run.code) !== 0) throw new Error(`cges probe ${server}: ${run.err()}`)
  const { requests: _requests, notes: _notes, ...preflight } = Preflight.parse(JSON.parse(run.out()).preflight)
  const { version, maxModelLen } = ProbeResult.parse(JSON.parse(run.out()))
  return { server, known, version, maxModelLen, preflight }
}

/** Behaviours that people reported of servers with OpenAI's endpoints. */
const REPORTED = {
  plain: 'as vLLM should',
  nologprobs: 'no log-probabilities',
  notop: 'no likeliest tokens',
  nonstream: 'answers whole',
  usageoff: 'miscounts tokens',
}

/** Runs `cges probe` on every server that starts anywhere: our own, and imitations of what is documented or reported. */
export async function rowsOfAnyMachine(): Promise<ServerRow[]> {
  const rows: ServerRow[] = []
  for (const mode of ['tiny', 'simulated']) {
    const sim = cges(['sim', '--port', '0', '--mode', mode])
    await sim.says('listening')
    const url: string = JSON.parse(sim.out()).listening
    const row = probedRow({ server: `\`cges sim --mode ${mode}\``, known: 'own' }, url)
    rows.push(await row.finally(() => sim.process.kill('SIGTERM')))
  }
  for (const engine of Object.keys(DOCUMENTED) as (keyof typeof DOCUMENTED)[]) {
    const server = await startOddServer({ engine })
    const row = probedRow({ server: engineTitle(engine), known: 'documented' }, server.url)
    rows.push(await row.finally(() => server.close()))
  }
  for (const [always, about] of Object.entries(REPORTED)) {
    const server = await startReportedServer({ always })
    const row = probedRow({ server: about, known: 'reported' }, server.url)
    rows.push(await row.finally(() => server.close()))
  }
  return rows
}

const HEADING = '## What the probe found\n'

/** Keeps rows in place of those of the same servers, and writes the page's table of all. */
export function keepRows(rows: readonly ServerRow[]): void {
  const order = Object.keys(KNOWN)
  const others = keptRows().filter(({ server }) => !rows.some((row) => row.server === server))
  const unsorted = z.array(ServerRow).parse([...others, ...rows])
  const all = unsorted.toSorted((a, b) => order.indexOf(a.known) - order.indexOf(b.known))
  writeFileSync(ROWS, `${JSON.stringify(all, null, 2)}\n`)
  const { before, after } = pageParts()
  writeFileSync(PAGE, `${before}${matrixOf(all)}${after}`)
}

/** The table as the page has it. */
export function matrixOnPage(): string {
  return pageParts().matrix
}

function pageParts(): { readonly before: string; readonly matrix: string; readonly after: string } {
  const text = readFileSync(PAGE, 'utf8')
  const from = text.indexOf(HEADING) + HEADING.length
  const to = text.indexOf('\n## ', from)
  return { before: text.slice(0, from), matrix: text.slice(from, to), after: text.slice(to) }
}

/** The table as the page is to have it: rows of servers that a reader may have, not of our own or of imitated faults. */
export function matrixOf(rows: readonly ServerRow[]): string {
  const shown = rows.filter(({ known }) => known === 'real' || known === 'documented')
  return `\n${ABOUT}${shown.map(lineOf).join('')}`
}

function lineOf({ server, known, version, maxModelLen, preflight }: ServerRow): string {
  const { logprobs, topLogprobs, seed, streams, countsAgree, refused } = preflight
  const lacks = [
    ...(streams ? [] : ['streaming']),
    ...(countsAgree === true ? [] : ['true token counts']),
    ...(maxModelLen === null ? ['context length'] : []),
  ]
  const cells = [
    server,
    known === 'real' || version === null ? KNOWN[known] : `${KNOWN[known]} ${version}`,
    yes(logprobs),
    yes(topLogprobs),
    seed.replaceAll('_', ' '),
    lacks.join(', ') || '–',
    refused.map((name) => `\`${name}\``).join(', ') || '–',
  ]
  return `| ${cells.join(' | ')} |\n`
}

const ABOUT = `From \`cges probe URL --json\`; send us yours. *Not sent*: settings the worker omits for this server. *Imitated*: built from its documentation. \`honoured\`: in three short requests two seeds gave two texts, and one seed gave the same
tokens. Longer answers may still differ.

| server | tried | log-probabilities | likeliest tokens | seed | lacks | not sent |
| --- | --- | --- | --- | --- | --- | --- |
`

function yes(has: boolean): string {
  return has ? 'yes' : 'no'
}
