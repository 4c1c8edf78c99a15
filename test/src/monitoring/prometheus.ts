import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'yaml'
import { z } from 'zod'
import { type Manifest, readManifests } from '../deploy/kubernetes/manifest.js'
import type { TestFleet } from '../fleet/test-fleet.js'
import { freePort } from '../support/redis.js'

/** Whether this machine has Prometheus: Debian's package, or its own release, on the path. */
export const HAS_PROMETHEUS = spawnSync('prometheus', ['--version']).status === 0

interface ScrapeJob {
  readonly name: string
  readonly path: string
  readonly token: string | null
  readonly targets: readonly { readonly url: string; readonly labels: Readonly<Record<string, string>> }[]
}

export interface RuleGroup {
  readonly name: string
  readonly rules: readonly object[]
}

const Answer = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal('success'), data })
const Vector = Answer(z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }))
const Rules = Answer(
  z.object({
    groups: z.array(
      z.object({
        name: z.string(),
        rules: z.array(
          z.object({
            name: z.string(),
            health: z.enum(['ok', 'err', 'unknown']),
            lastError: z.string().optional(),
            state: z.enum(['inactive', 'pending', 'firing']),
          }),
        ),
      }),
    ),
  }),
)
const Targets = Answer(
  z.object({ activeTargets: z.array(z.object({ scrapePool: z.string(), health: z.string(), lastError: z.string() })) }),
)
const Exemplars = Answer(
  z.array(
    z.object({
      seriesLabels: z.record(z.string(), z.string()),
      exemplars: z.array(z.object({ labels: z.record(z.string(), z.string()), value: z.string() })),
    }),
  ),
)
type RuleState = z.infer<typeof Rules>['data']['groups'][number]['rules'][number] & { readonly group: string }

const START_MS = 20_000
/** A coordinator whose queue is gone takes a second to say so, and no scrape may last longer than from one to the next. */
const SCRAPES = '3s'

/** A Prometheus of a test's own, which evaluates its rules every second. */
export class Prometheus {
  private constructor(
    private readonly server: ChildProcess,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  static async start(jobs: readonly ScrapeJob[], groups: readonly RuleGroup[]): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'cges-prometheus-'))
    const address = `127.0.0.1:${await freePort()}`
    writeFileSync(join(folder, 'rules.yaml'), stringify({ groups }))
    const config = {
      global: { scrape_interval: SCRAPES, scrape_timeout: SCRAPES, evaluation_interval: '1s' },
      rule_files: ['rules.yaml'],
      scrape_configs: jobs.map(scrapeOf),
    }
    writeFileSync(join(folder, 'prometheus.yaml'), stringify(config))
    const exemplars = '--enable-feature=exemplar-storage'
    const files = [
      exemplars,
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
    ]
    const server = spawn('prometheus', [...files, `--web.listen-address=${address}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    server.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
    const prometheus = new Prometheus(server, folder, `http://${address}`)
    const until = performance.now() + START_MS
    while (!(await fetch(`http://${address}/-/ready`).catch(() => null))?.ok) {
      if (server.exitCode === null && performance.now() < until) {
        await sleep(100)
        continue
      }
      await prometheus.stop()
      throw new Error(`Prometheus did not start: ${said}`)
    }
    return prometheus
  }

  /** How many series a query has now. */
  async seriesOf(expr: string): Promise<number> {
    const { result } = await this.#ask(Vector, `query?query=${encodeURIComponent(expr)}`)
    return result.filter(({ value: [, figure] }) => figure !== 'NaN').length
  }

  async rules(): Promise<RuleState[]> {
    const { groups } = await this.#ask(Rules, 'rules')
    return groups.flatMap(({ name, rules }) => rules.map((rule) => ({ ...rule, group: name })))
  }

  /** The traces that the last hour's measurements behind a query are linked to. */
  async tracesOf(query: string): Promise<string[]> {
    const now = Date.now() / 1000
    const parameters = new URLSearchParams({ query, start: String(now - 3600), end: String(now + 60) })
    const series = await this.#ask(Exemplars, `query_exemplars?${parameters}`)
    return series.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels['trace_id'] ?? ''))
  }

  async targets(): Promise<{ scrapePool: string; health: string; lastError: string }[]> {
    return (await this.#ask(Targets, 'targets?state=active')).activeTargets
  }

  async stop(): Promise<void> {
    if (this.server.exitCode === null && this.server.signalCode === null) {
      this.server.kill('SIGTERM')
      await once(this.server, 'exit')
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #ask<Data>(answer: z.ZodType<{ data: Data }>, path: string): Promise<Data> {
    const response = await fetch(`${this.url}/api/v1/${path}`)
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return answer.parse(await response.json()).data
  }
}

function scrapeOf({ name, path, token, targets }: ScrapeJob): object {
  return {
    job_name: name,
    metrics_path: path,
    ...(token === null ? {} : { authorization: { type: 'Bearer', credentials: token } }),
    static_configs: targets.map(({ url, labels }) => ({ targets: [new URL(url).host], labels })),
  }
}

interface Endpoint {
  readonly port: string
  readonly path: string
  readonly authorization?: object
  readonly relabelings?: readonly { readonly targetLabel: string }[]
}

/** The labels that Kubernetes puts on what it finds. */
const NAMESPACE = 'live'
const POOL = 'test'

/**
 * Has what the chart's monitors name scraped from a fleet's processes. Kubernetes would find them; here their addresses are
 * listed, with the labels it would give them.
 */
export function scrapeJobs(fleet: TestFleet, token: string): ScrapeJob[] {
  const monitors = readManifests('gpu').filter(({ kind }) => kind === 'ServiceMonitor' || kind === 'PodMonitor')
  return monitors.flatMap((monitor) =>
    endpointsOf(monitor).map(({ port, path, authorization, relabelings = [] }) => {
      const { name } = monitor.metadata
      const relabelled = Object.fromEntries(relabelings.map(({ targetLabel }) => [targetLabel, POOL]))
      const labels = (nth: number) => ({ namespace: NAMESPACE, pod: `${name}-${nth}`, ...relabelled })
      const targets = urlsOf(fleet, `${name} ${port}`).map((url, nth) => ({ url, labels: labels(nth) }))
      return { name: `${name}/${port}`, path, token: authorization === undefined ? null : token, targets }
    }),
  )
}

function endpointsOf({ spec }: Manifest): readonly Endpoint[] {
  const { endpoints = [], podMetricsEndpoints = [] } = spec as Record<string, readonly Endpoint[] | undefined>
  return [...endpoints, ...podMetricsEndpoints]
}

function urlsOf(fleet: TestFleet, endpoint: string): string[] {
  switch (endpoint) {
    case 'api http':
      return [fleet.api]
    case 'coordinator metrics':
      return fleet.coordinators.map(({ listening }) => listening)
    case 'worker metrics':
      return fleet.workers.map(({ listening }) => listening)
    case 'worker engine':
      return fleet.simulators.map(({ listening }) => listening)
    default:
      throw new Error(`the chart monitors ${endpoint}, which no process here is`)
  }
}
