import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ExtendEvaluation, ListPools, pathOf } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { ATTEMPTS } from '../support/evaluation-rows.js'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet | undefined
let scorer: StepScorerStandIn | undefined

afterEach(async () => {
  await fleet?.stop()
  await scorer?.close()
  fleet = scorer = undefined
})

const METHODS = ['sc@8', 'cges:confidence=mars-learned,gamma=0.99@8', 'cges:confidence=mars,gamma=0.99@8']
const last = (steps: readonly string[]) => steps.map((_, at) => (at === steps.length - 1 ? 1 : 0))
const first = (steps: readonly string[]) => steps.map((_, at) => (at === 0 ? 1 : 0))

interface Learned {
  readonly learned: number | null
  readonly mars: number
  readonly geom: number
  readonly answered: boolean
  readonly text: string
}

const confidences = (id: string) =>
  fleet?.sql<Learned>(
    `SELECT (s.signals ->> 'mars-learned')::float8 AS learned, (s.signals ->> 'mars')::float8 AS mars,
            (s.signals ->> 'lns-geom')::float8 AS geom, outcome = 'answer' AS answered, b.text
     FROM sample s JOIN sample_body b USING (trial_id, index) WHERE s.evaluation_id = $1 ORDER BY s.trial_id, s.index`,
    [id],
  )

it('decides by confidences that a step scorer had a part in, each asked for once in the ledger', async () => {
  scorer = await startStepScorer(last)
  fleet = await TestFleet.start({ redis: null, workers: 2, worker: { STEP_SCORER_URL: scorer.url } })
  const done = await fleet.ended((await fleet.submit({ methods: METHODS, questions: 24 })).id)
  expect(done).toMatchObject({ status: 'done', trials: { closed: 24, blocked: 0 } })
  expect(done.methods[1]?.calls).toBeLessThan(0.9 * (done.methods[0]?.calls ?? 0))
  const samples = (await confidences(done.id)) ?? []
  const answered = samples.filter((sample) => sample.answered)
  expect(answered.length).toBeGreaterThan(100)
  expect(samples.every((sample) => (sample.learned !== null) === sample.answered)).toBe(true)
  // The tokens' texts, the stop token's among them.
  const weighed = scorer.requests.map(({ steps }) => steps.join('').replace('<|im_end|>', ''))
  expect(weighed.toSorted()).toEqual(answered.map(({ text }) => text).toSorted())
  expect(answered.some(({ learned, mars }) => learned !== mars)).toBe(true)
  const ledger = await fleet.sql<{ kind: string; n: number }>(
    `SELECT kind, count(*)::int AS n FROM ${ATTEMPTS} l WHERE evaluation_id = $1 AND state = 'settled' GROUP BY kind ORDER BY kind`,
    [done.id],
  )
  expect(ledger).toEqual([
    { kind: 'draw', n: samples.length },
    { kind: 'score', n: answered.length },
  ])
  const again = await fleet.ended((await fleet.submit({ methods: METHODS, questions: 24 })).id)
  expect(again.digest).toBe(done.digest)
  const { pools } = (await (await fetch(`${fleet.api}${pathOf(ListPools)}`)).json()) as { pools: object[] }
  expect(pools).toMatchObject([{ name: 'test', stepScorer: 'stand-in', rewardModel: null }])
})

it.skipIf(!IS_AT_LENGTH)(
  `gives other confidences by another scorer on the same samples, and asks again after a fault${LONGER}`,
  async () => {
    const learnedBy = async (weigh: typeof last, refuses: readonly number[]) => {
      scorer = await startStepScorer(weigh, refuses)
      fleet = await TestFleet.start({ redis: null, workers: 1, worker: { STEP_SCORER_URL: scorer.url } })
      const done = await fleet.ended((await fleet.submit({ methods: [METHODS[1] ?? ''], questions: 6 })).id)
      expect(done).toMatchObject({ status: 'done', trials: { closed: 6, blocked: 0 } })
      const samples = (await confidences(done.id)) ?? []
      await fleet.stop()
      await scorer.close()
      fleet = scorer = undefined
      return new Map(samples.map(({ text, learned }) => [text, learned]))
    }
    const byLast = await learnedBy(last, [503, 503])
    const byFirst = await learnedBy(first, [])
    const both = [...byLast].filter(([text]) => byFirst.has(text))
    expect(both.length).toBeGreaterThan(5)
    expect(both.some(([text, learned]) => byFirst.get(text) !== learned)).toBe(true)
  },
)

it('sets aside what needs a step scorer if the pool has none, and refuses it if the samples were drawn without', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1 })
  const { setAside } = await fleet.submit({ methods: METHODS, questions: 2 })
  expect(setAside.map(({ note }) => note.kind)).toEqual(['no_step_scorer'])
  await fleet.stop()
  scorer = await startStepScorer(last)
  fleet = await TestFleet.start({ redis: null, workers: 1, worker: { STEP_SCORER_URL: scorer.url } })
  const plain = await fleet.ended((await fleet.submit({ methods: ['sc@2'], questions: 4 })).id)
  expect(scorer.requests).toEqual([])
  const refused = await fetch(`${fleet.api}${pathOf(ExtendEvaluation, { path: { id: plain.id } })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ methods: [METHODS[1]] }),
  })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('importance of their steps')])
})

interface Weighed {
  readonly question: string
  readonly steps: readonly string[]
}

interface StepScorerStandIn {
  readonly url: string
  /** What it was asked, in the order of arrival. */
  readonly requests: Weighed[]
  close(): Promise<void>
}

/** A step scorer that weighs by `weigh`; the statuses of `refuses` are given first, one a request. */
async function startStepScorer(
  weigh: (steps: readonly string[]) => readonly number[],
  refuses: readonly number[] = [],
): Promise<StepScorerStandIn> {
  const left = [...refuses]
  const requests: Weighed[] = []
  const http = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      if (request.url === '/scorer') return void response.end('{"name":"stand-in","simulated":true}')
      const status = left.shift()
      if (status !== undefined) return void response.writeHead(status).end('{}')
      const one = JSON.parse(body) as Weighed
      requests.push(one)
      response.end(JSON.stringify({ importance: weigh(one.steps) }))
    })
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }
}
