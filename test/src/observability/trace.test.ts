import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf, routeName, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterEach, expect, inject, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { aroundSpans, type CollectedSpan, drawTree, TraceCollector } from './trace-collector.js'

const redis = inject('redis')
const queues = [
  { title: 'queued in PostgreSQL', url: null, skip: false },
  { title: 'queued in Redis (needs redis-server)', url: redis, skip: redis === null },
]

/** Spans are sent in batches, a second after they end. */
const SOON = { timeout: 90_000 }

/** The time of three batches. */
const QUIET_MS = 3000

/** Waits until no more spans come: those of one tree come in several batches, from several processes. */
async function untilQuiet(spans: readonly CollectedSpan[]): Promise<void> {
  for (let seen = -1; seen !== spans.length;) {
    seen = spans.length
    await sleep(QUIET_MS)
  }
}

/** Enough that some round is asked for by a sample: the sweep alone may run those of a few on a busy machine. */
const QUESTIONS = 12

let collector: TraceCollector | undefined
let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  await collector?.stop()
  fleet = undefined
})

it.for(queues)('traces a sample from its submission to the round that read it, $title', async (queue, test) => {
  test.skip(queue.skip)
  collector = await TraceCollector.start()
  const { spans } = collector
  fleet = await TestFleet.start({
    redis: queue.url,
    workers: 1,
    concurrency: 2,
    everyone: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  })
  const done = await fleet.ended((await fleet.submit({ methods: ['sc@2'], questions: QUESTIONS })).id)
  expect(done.status).toBe('done')
  await expect.poll(() => spans.filter(({ name }) => name === 'sample').length, SOON).toBe(2 * QUESTIONS)
  await expect.poll(() => spans.filter(({ name }) => name === 'process round').length, SOON).toBeGreaterThan(1)

  await untilQuiet(spans)

  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const above = (id: string | null) => byId.get(id ?? '')
  const submission = spans.find(({ name }) => name === routeName(SubmitEvaluation))
  expect(submission).toMatchObject({ service: 'cges-api', parentId: null })
  const ofSubmission = spans.filter(({ traceId }) => traceId === submission?.traceId)
  expect(new Set(ofSubmission.map(({ service }) => service))).toEqual(
    new Set(['cges-api', 'cges-coordinator', 'cges-worker']),
  )
  // Every parent is there: no span hangs in the air, and one trace began.
  expect(ofSubmission.filter(({ parentId }) => parentId !== null && above(parentId) === undefined)).toEqual([])
  expect(ofSubmission.filter(({ parentId }) => parentId === null)).toHaveLength(1)

  const chain = (id: string | null): string[] => {
    const span = above(id)
    return span === undefined ? [] : [`${span.service} ${span.name}`, ...chain(span.parentId)]
  }
  const samples = ofSubmission.filter(({ name }) => name === 'sample')
  for (const sample of samples) {
    expect(sample.attributes).toMatchObject({ 'cges.evaluation': done.id, 'cges.fence': 1 })
    expect(chain(sample.spanId)).toEqual([
      'cges-worker sample',
      'cges-worker process sample-test',
      'cges-coordinator addBulk sample-test',
      'cges-coordinator round',
      `cges-api POST ${pathOf(SubmitEvaluation)}`,
    ])
    const children = ofSubmission.filter(({ parentId }) => parentId === sample.spanId)
    const names = children.map(({ name }) => name).toSorted()
    expect(names).toEqual(['POST /v1/chat/completions', 'land'])
  }
  expect(
    new Set(samples.map(({ attributes }) => `${attributes['cges.trial']} ${attributes['cges.sample']}`)).size,
  ).toBe(2 * QUESTIONS)

  const rounds = ofSubmission.filter(({ name, service }) => name === 'process round' && service === 'cges-coordinator')
  const afterSamples = rounds.filter(({ parentId }) => chain(parentId).includes('cges-worker sample'))
  expect(afterSamples.length).toBeGreaterThan(0)
  const reading = ofSubmission.filter(
    ({ name, attributes }) => name === 'round' && Number(attributes['cges.trials_read']) > 0,
  )
  expect(reading.length).toBeGreaterThan(0)
  expect(reading.every(({ links }) => links.every((link) => above(link)?.name === 'process round'))).toBe(true)

  // A round that was under way may already have read what a sample asked the next one to read.
  const readBy = (sample: CollectedSpan) =>
    reading.filter(({ links }) => links.some((link) => hangsUnder(link, sample.spanId)))
  const read = samples.find((sample) => readBy(sample).length > 0)
  function hangsUnder(id: string | null, top: string): boolean {
    return id === top || (id !== null && above(id) !== undefined && hangsUnder(above(id)?.parentId ?? null, top))
  }
  expect(read).toBeDefined()
  if (read !== undefined)
    console.log(drawTree(aroundSpans(ofSubmission, [above(read.parentId) ?? read, ...readBy(read)])))
})

it('traces a call that ranks questions, under the evaluation that wants them ranked', async () => {
  collector = await TraceCollector.start()
  const { spans } = collector
  fleet = await TestFleet.start({ redis: null, workers: 1, everyone: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  const done = await fleet.ended((await fleet.submit({ methods: ['dsc@2'], questions: 5 })).id)
  const ranking = () => spans.find(({ name }) => name === 'ranking')
  const above = (): string[] => {
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    const names: string[] = []
    for (let span = byId.get(ranking()?.parentId ?? ''); span !== undefined; span = byId.get(span.parentId ?? '')) {
      names.push(`${span.service} ${span.name}`)
    }
    return names
  }
  await expect
    .poll(above, SOON)
    .toEqual([
      'cges-worker process sample-test',
      'cges-coordinator addBulk sample-test',
      'cges-coordinator round',
      `cges-api POST ${pathOf(SubmitEvaluation)}`,
    ])
  expect(ranking()?.attributes).toMatchObject({ 'cges.evaluation': done.id, 'cges.try': 0, 'cges.fence': 1 })
  const below = spans.filter(({ parentId }) => parentId === ranking()?.spanId)
  expect(below.map(({ name }) => name)).toContain('POST /v1/chat/completions')
})

it('sends the model server the span above its own', async () => {
  collector = await TraceCollector.start()
  const { spans } = collector
  fleet = await TestFleet.start({
    redis: null,
    workers: 1,
    everyone: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  })
  await fleet.ended((await fleet.submit({ methods: ['sc@1'], questions: 1 })).id)
  await expect.poll(() => spans.find(({ name }) => name === 'POST /v1/chat/completions'), SOON).toBeDefined()
  const request = spans.find(({ name }) => name === 'POST /v1/chat/completions')
  const { requests } = (await (await fetch(`${fleet.simulators[0]?.listening}/admin/requests`)).json()) as {
    requests: { requestId: string; traceparent: string | null }[]
  }
  expect(requests.at(-1)).toMatchObject({
    requestId: request?.attributes['cges.request'],
    traceparent: `00-${request?.traceId}-${request?.spanId}-01`,
  })
})

it('traces nothing, and stores and sends no trace, where no collector is named', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1 })
  const { id } = await fleet.ended((await fleet.submit({ methods: ['sc@1'], questions: 1 })).id)
  expect(await fleet.sql(`SELECT traceparent FROM evaluation WHERE id = $1`, [id])).toEqual([{ traceparent: null }])
  const { requests } = (await (await fetch(`${fleet.simulators[0]?.listening}/admin/requests`)).json()) as {
    requests: { traceparent: string | null }[]
  }
  expect(requests.map(({ traceparent }) => traceparent)).toEqual([null])
})

it('goes on as before where the collector is away', async () => {
  fleet = await TestFleet.start({
    redis: null,
    workers: 1,
    everyone: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
  })
  const done = await fleet.ended((await fleet.submit({ methods: ['sc@2'], questions: 10 })).id)
  expect(done).toMatchObject({ status: 'done', trials: { closed: 10, blocked: 0 } })
  const began = performance.now()
  await fleet.workers[0]?.kill('SIGTERM')
  expect(performance.now() - began).toBeLessThan(8000)
})
