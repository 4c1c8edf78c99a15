import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { withEveryRule } from '../support/every-rule.js'
import { TestFleet } from './test-fleet.js'

const LISTED = [
  'sc@8',
  'esc:window=3@8',
  'asc-beta@8',
  'asc-dirichlet:threshold=0.9@8',
  'dsc:easyRun=5,predictFrom=4@8',
  'cges:confidence=lns-arith,gamma=0.99@8',
  'cges:confidence=lns-geom,gamma=0.95,minSamples=2@8',
  'cges:confidence=deepconf-b10,gamma=0.9@8',
  'cges:confidence=deepconf-tail,gamma=0.99,otherStops=true@8',
  'cges:confidence=deepconf-tail-window,gamma=0.999@8',
  'cges:confidence=lns-arith,gamma=0.99,map=-0.8;1.6@8',
  'cges:confidence=constant,gamma=0.99@8',
  'voi@8',
  'majority:alpha=0.3@8',
  'mmc:alpha=0.3@8',
  'cges:abstainBelow=0.8,confidence=lns-arith,gamma=0.95@8',
  'cite:alpha=0.3@8',
  'bayes:delta=0.2,easy=0.1@8',
  'bayes-shapes:delta=0.2,shapes=9x1/5x6-1/3x3-2-1@8',
  'doubling@8',
  'reasc:confidence=lns-arith,gate=0.95,mean=0.8,spread=0.1@8',
  'cisc:confidence=lns-arith@8',
  'cite-weighted:alpha=0.3,confidence=lns-arith@8',
  'beacon:confidence=lns-arith,cost=0.02@8',
  'fixed-total:totalCalls=160@8',
  'blend-asc:totalCalls=160@8',
]
// What is followed token by token is replayed from an export: deepconf.test.ts.
const METHODS = withEveryRule(LISTED, 8, ['deepconf'])

interface StoredSample {
  readonly question: string
  readonly answer: string | null
  readonly logprobs: Buffer
}

let fleet: TestFleet | undefined
const folder = mkdtempSync(join(tmpdir(), 'cges-replay-'))

afterEach(async () => {
  await fleet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('decides the same, to the last line, on the samples the fleet stored as the fleet did live', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 2, concurrency: 8 })
  const done = await fleet.ended((await fleet.submit({ methods: METHODS, questions: 40 })).id)
  expect(done).toMatchObject({ status: 'done', trials: { blocked: 0 } })
  expect(done.warnings).toEqual([
    { kind: 'low_confidence', counts: { median: expect.toSatisfy((it: number) => it < 0.5) }, why: 'deepconf-b10' },
  ])

  const samples = await fleet.sql<StoredSample>(
    `SELECT t.question_id AS question, s.raw_answer AS answer, b.logprobs
     FROM sample s JOIN trial t ON t.id = s.trial_id JOIN sample_body b USING (trial_id, index)
     WHERE s.evaluation_id = $1 ORDER BY t.position, s.index`,
    [done.id],
  )
  const orders = await fleet.sql<{ question: string; place: number }>(
    `SELECT t.question_id AS question, array_position(o.easy_to_hard, t.position) AS place
     FROM ranking_order o JOIN trial t USING (evaluation_id, replicate) WHERE o.evaluation_id = $1 ORDER BY t.position`,
    [done.id],
  )
  const file = join(folder, 'stored.jsonl')
  writeFileSync(file, orders.map((order) => line(order.question, order.place, samples)).join('\n'))

  const replay = cges(['replay', file, '--kind', 'text', '--verdicts', '--methods', METHODS.join(';')])
  expect(await replay.code, replay.err()).toBe(0)
  expect(replay.out().trim().split('\n')).toHaveLength(40 * METHODS.length)
  expect(createHash('sha256').update(replay.out()).digest('hex')).toBe(done.digest)
})

function line(question: string, place: number, samples: readonly StoredSample[]): string {
  const ofQuestion = samples.filter((sample) => sample.question === question)
  return JSON.stringify({
    question_id: question,
    answer: 'unknown',
    difficulty: place,
    samples: ofQuestion.map(({ answer, logprobs }) => ({ answer, logprobs: floats(logprobs) })),
  })
}

function floats(packed: Buffer): number[] {
  const bytes = inflateRawSync(packed)
  return [...new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)]
}
