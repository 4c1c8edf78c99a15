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

/** How it is known what a server does. */
const KNOWN = {
  real: 'a test on it',
  own: 'a test on it; this project’s own',
  documented: 'its documentation, imitated; untried',
  reported: 'public reports, imitated',
} as const

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

/** The table as the page is to have it: rows of servers that a reader can run, not of imitated faults. */
export function matrixOf(rows: readonly ServerRow[]): string {
  const shown = rows.filter(({ known }) => known !== 'reported')
  return `\n${ABOUT}${shown.map(lineOf).join('')}`
}

function lineOf({ server, known, version, maxModelLen, preflight }: ServerRow): string {
  const { engine, logprobs, topLogprobs, seed, streams, countsAgree, refused } = preflight
  const cells = [
    server,
    KNOWN[known],
    `${engineTitle(engine)}${version === null ? '' : ` ${version}`}`,
    yes(logprobs),
    yes(topLogprobs),
    seed.replaceAll('_', ' '),
    yes(streams),
    countsAgree === null ? 'unknown' : countsAgree ? 'agree' : 'differ',
    maxModelLen === null ? 'not listed' : 'listed',
    refused.length === 0 ? '–' : refused.map((name) => `\`${name}\``).join(', '),
  ]
  return `| ${cells.join(' | ')} |\n`
}

const ABOUT = `\`cges probe URL --json\` found each row. Run it on your server and send us its output. In CI, \`--require\` makes it exit with 1 for what your methods need. A seed is
\`honoured\` if three short requests can tell two seeds apart and the same seed gives the same tokens; longer answers may still differ ([llama.cpp](llama.md), [vLLM](vllm.md)).

| server | known from | taken for | log-probabilities | likeliest tokens | seed | streams | token counts | context | left out of requests |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

function yes(has: boolean): string {
  return has ? 'yes' : 'no'
}
