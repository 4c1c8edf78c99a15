import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertGroups } from '../deploy/monitoring.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { type PrivateRedis, startPrivateRedis } from '../support/redis.js'
import { Prometheus, type RuleGroup, scrapeJobs } from './prometheus.js'

const TOKEN = 'token-of-the-metrics-0123456789-abcdef'
const LEASE_MS = 1500
const SLOTS = 4

/** Two groups of rules: the chart's own, and the same with each minute of theirs a second. */
export const AS_IT_STANDS = 'as it stands'
export const HASTENED = 'minutes as seconds'

interface Parts {
  readonly folder: string
  readonly redis: PrivateRedis | null
  readonly fleet: TestFleet
  readonly prometheus: Prometheus
}

/** A fleet at work, and a real Prometheus that scrapes every process of it under the chart's own rules. */
export class MonitoredFleet {
  private constructor(private readonly parts: Parts) {}

  static async start(): Promise<MonitoredFleet> {
    const folder = mkdtempSync(join(tmpdir(), 'cges-monitored-'))
    const METRICS_TOKEN_FILE = join(folder, 'token')
    writeFileSync(METRICS_TOKEN_FILE, TOKEN)
    const redis = await startPrivateRedis(folder)
    const fleet = await TestFleet.start({
      redis: redis?.url ?? null,
      workers: 2,
      concurrency: SLOTS,
      timeScale: 0.3,
      leaseMs: LEASE_MS,
      everyone: { PORT: '0', METRICS_TOKEN_FILE },
    })
    const rules = alertGroups().flatMap((group) => group.rules)
    const groups = [
      { name: AS_IT_STANDS, rules },
      { name: HASTENED, rules: hastened(rules) },
    ]
    const prometheus = await Prometheus.start(scrapeJobs(fleet, TOKEN), groups)
    return new MonitoredFleet({ folder, redis, fleet, prometheus })
  }

  get fleet(): TestFleet {
    return this.parts.fleet
  }

  get prometheus(): Prometheus {
    return this.parts.prometheus
  }

  /** Null if no redis-server is installed: the queue is in PostgreSQL then. */
  get redis(): PrivateRedis | null {
    return this.parts.redis
  }

  /** Freezes a worker until others have its calls, so that its answers come too late. */
  async freeze(nth: number): Promise<void> {
    const { fleet } = this.parts
    const expired = async () => (await fleet.sql(`SELECT 1 FROM call_ledger WHERE state = 'lost' LIMIT 1`)).length > 0
    await fleet.workers[nth]?.kill('SIGSTOP')
    const until = performance.now() + 20_000
    while (!(await expired()) && performance.now() < until) await sleep(100)
    await fleet.workers[nth]?.kill('SIGCONT')
  }

  /** Ends one evaluation, so that there is something to tell of, and begins one that outlasts what is tried. */
  async work(): Promise<void> {
    const { fleet } = this.parts
    await fleet.ended((await fleet.submit({ methods: ['sc@4', 'esc:window=2@4'], questions: 20 })).id)
    await fleet.submit({ methods: ['sc@16'], replicates: 20 })
  }

  /** Which alerts fire, as they stand. */
  async firing(): Promise<string[]> {
    const rules = await this.parts.prometheus.rules()
    return rules.filter(({ group, state }) => group === AS_IT_STANDS && state === 'firing').map(({ name }) => name)
  }

  /** Whether an alert fires at one of the two paces. */
  async fires(pace: string, alert: string): Promise<boolean> {
    const rules = await this.parts.prometheus.rules()
    return rules.some(({ group, name, state }) => group === pace && name === alert && state === 'firing')
  }

  async stop(): Promise<void> {
    const { prometheus, fleet, redis, folder } = this.parts
    await prometheus.stop()
    await fleet.stop()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function hastened(rules: RuleGroup['rules']): RuleGroup['rules'] {
  return JSON.parse(JSON.stringify(rules).replaceAll(/(\[|"for":"|offset )(\d+)([mh])\b/g, inSeconds)) as object[]
}

function inSeconds(_: string, before: string, count: string, unit: string): string {
  return `${before}${Number(count) * (unit === 'h' ? 60 : 1)}s`
}
