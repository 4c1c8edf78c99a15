import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertGroups, type AlertRule, panelQueries } from '../deploy/monitoring.js'
import { AS_IT_STANDS, HASTENED, MonitoredFleet } from './monitored-fleet.js'
import { HAS_PROMETHEUS } from './prometheus.js'

/** Alerts as they stand take minutes to fire: `npm run test:with -- monitoring` waits for them. */
const WAITS = process.env['MONITORING'] === 'all'
const FIRES_MS = { [HASTENED]: 90_000, [AS_IT_STANDS]: 420_000 }
/** For all of them, one after the other. */
const ALL_MS = 1_200_000

const alerts = alertGroups().flatMap(({ rules }) => rules)
const panels = panelQueries()

describe.skipIf(!HAS_PROMETHEUS)('a real Prometheus beside a running fleet (needs prometheus)', () => {
  let live: MonitoredFleet
  const seen = {
    alerts,
    panels,
    health: new Map<string, string>(),
    fired: new Map<string, string[]>(),
    series: new Map<string, number>(),
  }

  beforeAll(async () => {
    live = await MonitoredFleet.start()
    await live.work()
    await live.freeze(1)
  })

  afterAll(async () => {
    console.log(tableOf(seen))
    await live.stop()
  })

  const fires = async (alert: string, pace: keyof typeof FIRES_MS) => {
    const look = { timeout: FIRES_MS[pace], interval: 250, message: `${alert} fires, ${pace}` }
    await expect.poll(() => live.fires(pace, alert), look).toBe(true)
    const since = began.get(alert)
    const after = since === undefined ? '' : ` after ${Math.round((performance.now() - since) / 1000)} s`
    seen.fired.set(alert, [...(seen.fired.get(alert) ?? []), `${pace}${after}`])
  }

  /** When what an alert is of was brought about. */
  const began = new Map<string, number>()
  const kill = async (alert: string, work: () => Promise<void> | undefined) => {
    began.set(alert, performance.now())
    await work()
  }

  const down = async () => (await live.prometheus.targets()).filter(({ health }) => health !== 'up')

  const empty = async () => {
    for (const { expr } of panels)
      seen.series.set(expr, await live.prometheus.seriesOf(expr.replaceAll(/\$\w+/g, '.*')))
    return panels.filter(({ expr }) => seen.series.get(expr) === 0)
  }

  const inTrouble = async () => {
    const rules = await live.prometheus.rules()
    for (const { name, health, lastError } of rules)
      seen.health.set(name, lastError ? `${health}: ${lastError}` : health)
    return rules.filter(({ health }) => health !== 'ok')
  }

  it('reaches all that the chart’s monitors name', async () => {
    await expect.poll(down, { timeout: 20_000 }).toEqual([])
    const targets = await live.prometheus.targets()
    const jobs = [
      'api/http',
      'coordinator/metrics',
      'worker/engine',
      'worker/engine',
      'worker/metrics',
      'worker/metrics',
    ]
    expect(targets.map(({ scrapePool }) => scrapePool).toSorted()).toEqual(jobs)
  })

  it('has data for every query of every panel', { timeout: 90_000 }, async () => {
    await expect.poll(empty, { timeout: 60_000, interval: 1000 }).toEqual([])
    expect(await live.prometheus.seriesOf('sum by (namespace) (fleet_no_such_total)')).toBe(0)
  })

  it('evaluates every rule without an error', { timeout: 60_000 }, async () => {
    await expect.poll(inTrouble, { timeout: 30_000 }).toEqual([])
    expect(await live.prometheus.rules()).toHaveLength(2 * alerts.length)
  })

  it('fires for a full pool, a dead engine, a dead queue and a dead coordinator', { timeout: ALL_MS }, async () => {
    expect(await live.firing()).toEqual([])
    await kill('WorkerPausedItself', () => live.fleet.simulators[1]?.kill('SIGKILL'))
    await fires('WorkerPausedItself', HASTENED)
    await fires('PoolAtMaximum', HASTENED)
    if (live.redis !== null) {
      const { redis } = live
      await kill('QueueDown', () => redis.stop('SIGKILL'))
      await fires('QueueDown', HASTENED)
      if (WAITS) await fires('QueueDown', AS_IT_STANDS)
    }
    if (WAITS) await fires('WorkerPausedItself', AS_IT_STANDS)
    await kill('CoordinatorDown', () => live.fleet.coordinators[0]?.kill('SIGKILL'))
    await fires('CoordinatorDown', HASTENED)
    if (WAITS) await fires('CoordinatorDown', AS_IT_STANDS)
  })
})

interface Seen {
  readonly alerts: readonly AlertRule[]
  readonly panels: readonly { readonly of: string; readonly expr: string }[]
  /** By rule, whether it was evaluated, and why not. */
  readonly health: ReadonlyMap<string, string>
  /** By alert, how it fired. */
  readonly fired: ReadonlyMap<string, readonly string[]>
  /** By query, how many series it had. */
  readonly series: ReadonlyMap<string, number>
}

/** Writes what a live Prometheus made of the chart's rules and panels as a table. */
function tableOf({ alerts, panels, health, fired, series }: Seen): string {
  const rules = alerts.map(({ alert }) => [
    alert,
    health.get(alert) ?? 'not asked',
    fired.get(alert)?.join(', ') ?? '–',
  ])
  const queries = panels.map(({ of, expr }) => [of, String(series.get(expr) ?? 'not asked'), metricsIn(expr)])
  return `${columns([['rule', 'evaluated', 'fired'], ...rules])}\n\n${columns([['panel', 'series', 'of'], ...queries])}\n`
}

function metricsIn(expr: string): string {
  return [...new Set(expr.match(/\b(?:fleet|vllm|bullmq|nodejs|process)[_:]\w+/g))].join(' ')
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
