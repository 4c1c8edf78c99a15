import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { panelQueries } from '../deploy/monitoring.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { HAS_PROMETHEUS, Prometheus, scrapeJobs } from '../monitoring/prometheus.js'
import { TraceCollector } from './trace-collector.js'

const TOKEN = 'token-of-the-metrics-0123456789-abcdef'
const OPEN_METRICS = 'application/openmetrics-text;version=1.0.0'

/** What each process times, and a span that such a measurement was made in. */
const TIMED = [
  ['fleet_http_request_seconds', `POST ${pathOf(SubmitEvaluation)}`],
  ['fleet_round_seconds', 'process round'],
  ['fleet_sample_seconds', 'sample'],
  ['fleet_time_to_first_token_seconds', 'sample'],
] as const

describe.skipIf(!HAS_PROMETHEUS)('a latency in a real Prometheus (needs prometheus)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cges-exemplars-'))
  let collector: TraceCollector
  let fleet: TestFleet
  let prometheus: Prometheus

  beforeAll(async () => {
    const METRICS_TOKEN_FILE = join(folder, 'token')
    writeFileSync(METRICS_TOKEN_FILE, TOKEN)
    collector = await TraceCollector.start()
    const everyone = { PORT: '0', METRICS_TOKEN_FILE, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    fleet = await TestFleet.start({ redis: null, workers: 1, everyone })
    prometheus = await Prometheus.start(scrapeJobs(fleet, TOKEN), [])
    await fleet.ended((await fleet.submit({ methods: ['sc@4'], questions: 10 })).id)
  })

  afterAll(async () => {
    await prometheus.stop()
    await fleet.stop()
    await collector.stop()
    rmSync(folder, { recursive: true })
  })

  it.each(TIMED)('leads from %s to the trace of a measurement in it', async (histogram, name) => {
    const query = `histogram_quantile(0.99, sum by (le) (rate(${histogram}_bucket[5m])))`
    await expect.poll(() => prometheus.tracesOf(query), { timeout: 90_000 }).not.toEqual([])
    const traces = await prometheus.tracesOf(query)
    const among = () => collector.spans.filter((span) => traces.includes(span.traceId)).map((span) => span.name)
    await expect.poll(among, { timeout: 90_000 }).toContain(name)
    const known = new Set(collector.spans.map(({ traceId }) => traceId))
    expect(traces.filter((trace) => !known.has(trace))).toEqual([])
  })

  it('is asked for with its exemplars by the panels that show it', () => {
    const timed = panelQueries().filter(({ expr }) => TIMED.some(([histogram]) => expr.includes(`${histogram}_bucket`)))
    expect(timed.length).toBeGreaterThan(3)
    expect(timed.filter(({ exemplar }) => !exemplar)).toEqual([])
  })

  const read = async (headers: Record<string, string>) =>
    (await fetch(`${fleet.workers[0]?.listening}/metrics`, { headers })).text()

  it('names no trace to who shows no token, nor in Prometheus’ own text', async () => {
    const authorization = `Bearer ${TOKEN}`
    expect(await read({ accept: OPEN_METRICS, authorization })).toMatch(/ # \{trace_id="[0-9a-f]{32}"\}/)
    expect(await read({ accept: OPEN_METRICS })).not.toContain('trace_id')
    expect(await read({ authorization })).not.toContain('trace_id')
  })
})
