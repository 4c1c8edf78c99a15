import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spawnApp } from '../fleet/spawn-app.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { alertGroups, clusterAlerts, panelQueries } from './monitoring.js'
import { ROOT } from './root.js'

const rules = alertGroups().flatMap((group) => group.rules)
const queries = [...rules.map(({ alert, expr }) => ({ of: alert, expr })), ...panelQueries()]

/** Reads a query with Prometheus' own grammar: its metrics, the labels it uses, and whether it is a query at all. */
function readQuery(expr: string): { metrics: string[]; labels: string[]; broken: boolean } {
  const found = { metrics: [] as string[], labels: [] as string[], broken: false }
  parser.parse(expr).iterate({
    enter: ({ type, from, to, node }) => {
      const text = expr.slice(from, to)
      if (type.isError) found.broken = true
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') found.metrics.push(text)
      if (type.name === 'LabelName') found.labels.push(text)
    },
  })
  return found
}

/** What Prometheus puts on every series of ours by itself. */
const OF_THE_SCRAPE = new Set(['namespace', 'pod', 'le'])

const exposed = new Map<string, Set<string>>()
let fleet: TestFleet

function read(text: string): void {
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? [^ ]+$/gm)) {
    const known = exposed.get(name) ?? new Set<string>()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    exposed.set(name, known)
  }
  // A metric that has no series yet is there by its type.
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    const names = type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
    for (const one of names) if (!exposed.has(one)) exposed.set(one, new Set())
  }
}

const folder = mkdtempSync(join(tmpdir(), 'cges-metrics-'))
const METRICS_TOKEN_FILE = join(folder, 'token')
const TOKEN = 'token-of-the-metrics-0123456789-abcdef'
writeFileSync(METRICS_TOKEN_FILE, TOKEN)

const openScrape = async (url: string | undefined) => (await fetch(`${url}/metrics`)).text()
/** As the monitors do. */
const scrape = async (url: string | undefined) =>
  (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
let unnamed: string[]
let afterwards: { done: string; worker: string; api: string }

beforeAll(async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1, worker: { PORT: '0', METRICS_TOKEN_FILE } })
  const watching = { DATABASE_URL: fleet.database.url, PORT: '0', SWEEP_MS: '200', METRICS_TOKEN_FILE }
  const watched = await spawnApp('coordinator', watching)
  const view = await fleet.ended((await fleet.submit({ methods: ['sc@4', 'esc:window=2@4'], questions: 20 })).id)
  expect(view.status).toBe('done')
  const worker = fleet.workers[0]?.listening
  const simulator = fleet.simulators[0]?.listening
  afterwards = { done: await scrape(watched.listening), worker: await scrape(worker), api: await openScrape(fleet.api) }
  const gateway = await fleet.startGateway()
  for (const text of [...Object.values(afterwards), await openScrape(simulator), await openScrape(gateway.listening)])
    read(text)
  unnamed = [await openScrape(watched.listening), await openScrape(worker)]
  await watched.kill('SIGTERM')
}, 180_000)

afterAll(async () => {
  await fleet.stop()
  rmSync(folder, { recursive: true })
})

it.each(queries)('asks in $of only for metrics and labels that the processes expose', ({ expr }) => {
  const { metrics, labels, broken } = readQuery(expr)
  expect(broken).toBe(false)
  expect(metrics.length).toBeGreaterThan(0)
  expect(metrics.filter((name) => !exposed.has(name))).toEqual([])
  const ofThePod = metrics.some((name) => name.startsWith('vllm:')) ? ['pool'] : []
  const known = new Set([...ofThePod, ...metrics.flatMap((name) => [...(exposed.get(name) ?? [])]), ...OF_THE_SCRAPE])
  const empty = metrics.some((name) => exposed.get(name)?.size === 0)
  if (!empty) expect(labels.filter((label) => !known.has(label))).toEqual([])
})

it('finds what is misspelt in a query', () => {
  expect(readQuery('sum(rate(fleet_sample_total[5m]))').metrics.filter((name) => !exposed.has(name))).toHaveLength(1)
  expect(readQuery('sum by (outcom) (fleet_samples_total)').labels).toEqual(['outcom'])
  expect(readQuery('sum(rate(fleet_samples_total[5m])').broken).toBe(true)
})

it('says what to do about every alert in the handbook', () => {
  const handbook = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
  const headings = [...handbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  const all = [...rules, ...clusterAlerts()]
  expect(new Set(headings)).toEqual(new Set(all.map(({ alert }) => alert)))
  for (const { alert, annotations, labels } of all) {
    expect(annotations['runbook_url']).toBe(`docs/operations.md#${alert.toLowerCase()}`)
    expect(annotations['description'], alert).toMatch(/^[A-Z].*\.$/u)
    const severity = `${labels.severity.charAt(0).toUpperCase()}${labels.severity.slice(1)}`
    expect(handbook).toContain(`### ${alert}\n\n**${severity}.** `)
  }
})

it('tells what an evaluation came to: resolved, saved and accuracy by method, labelled as simulated', () => {
  const figure = (name: string, method: string) =>
    Number(
      new RegExp(`^${name}\\{pool="test",method="${method}",provenance="simulated"\\} (\\S+)$`, 'm').exec(
        afterwards.done,
      )?.[1],
    )
  expect([figure('fleet_resolved_ratio', 'sc'), figure('fleet_resolved_ratio', 'esc')]).toEqual([1, 1])
  expect(figure('fleet_calls_saved_ratio', 'sc')).toBe(0)
  expect(figure('fleet_calls_saved_ratio', 'esc')).toBeGreaterThan(0.05)
  expect(
    Number(
      /^fleet_accuracy_ratio\{pool="test",method="sc",provenance="simulated",state="done"\} (\S+)$/m.exec(
        afterwards.done,
      )?.[1],
    ),
  ).toBeGreaterThan(0.3)
  expect(afterwards.done).toMatch(/^fleet_trials\{pool="test",provenance="simulated",state="closed"\} 20$/m)
  expect(afterwards.done).toMatch(/^fleet_workers\{pool="test",state="ready"\} 1$/m)
  expect(afterwards.done).toMatch(/^bullmq_job_count\{queue="sample-test",state="active"\} \d+$/m)
  expect(afterwards.api).toMatch(
    /^fleet_http_request_seconds_count\{method="POST",route="\/v1\/evaluations",status="201"\} 1$/m,
  )
})

const budgetsIn = (text: string | undefined) =>
  [...(text ?? '').matchAll(/^fleet_budget_used_ratio\{.*budget="(\w+)"\}/gm)].map(([, budget]) => budget)

it('tells what teams have used of the limits they have, as their accounts do, and nothing of those without', async () => {
  expect(afterwards.done).toMatch(/^# TYPE fleet_budget_used_ratio gauge$/m)
  expect(budgetsIn(afterwards.done)).toEqual(['stored_bytes'])
  const [used] = await fleet.sql<{ team: string; name: string; tokens: number; gpu: number; stored: number }>(
    `SELECT team_id AS team, (SELECT name FROM team WHERE id = team_id) AS name, sum(tokens)::float8 AS tokens, sum(gpu_ms)::float8 / 1000 AS gpu,
            (SELECT sum(bytes)::float8 FROM storage) AS stored FROM usage GROUP BY 1`,
  )
  if (used === undefined) throw new Error('nothing was used')
  const limit = Math.ceil(used.tokens * 4)
  await fleet.sql(
    'UPDATE team SET max_tokens_per_day = $2, max_gpu_seconds_per_month = 1, max_stored_bytes = $3 WHERE id = $1',
    [used.team, limit, used.stored * 5],
  )
  const watched = await spawnApp('coordinator', { DATABASE_URL: fleet.database.url, PORT: '0', METRICS_TOKEN_FILE })
  const text = await scrape(watched.listening)
  const open = await openScrape(watched.listening)
  await watched.kill('SIGTERM')
  const ratio = (budget: string) =>
    Number(
      new RegExp(
        `^fleet_budget_used_ratio\\{team="${used.team}",team_name="${used.name}",budget="${budget}"\\} (\\S+)$`,
        'm',
      ).exec(text)?.[1],
    )
  expect(ratio('tokens_per_day')).toBeCloseTo(used.tokens / limit, 9)
  expect(ratio('gpu_seconds_per_month')).toBeCloseTo(used.gpu, 6)
  expect(ratio('stored_bytes')).toBeCloseTo(0.2, 9)
  expect(open).toMatch(/^fleet_budget_used_ratio\{budget="tokens_per_day"\} 0\.25/m)
  expect(open).not.toContain(used.team)
  expect(open).not.toContain('team_name')
})

const together = (text: string | undefined) =>
  [...(text ?? '').matchAll(/^fleet_samples_total\{.*\} (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0)

it('names no team to who shows no token, and what teams did together all the same', () => {
  for (const text of [...unnamed, afterwards.api]) expect(text).not.toMatch(/team="/)
  expect(afterwards.worker).toMatch(/^fleet_samples_total\{team="[0-9a-f-]{36}",outcome="answer",pool="test"\} \d+$/m)
  expect(together(unnamed[1])).toBe(together(afterwards.worker))
  expect(together(unnamed[1])).toBeGreaterThan(0)
})

it('keeps the number of series small: no label holds an id of an evaluation, a trial or a question', () => {
  const series = Object.values(afterwards)
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('fleet_'))
  const ids = series.filter((line) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(line.replace(/team="[^"]*"/, '')))
  expect(ids).toEqual([])
})
