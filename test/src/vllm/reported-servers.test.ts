import { readFileSync } from 'node:fs'
import type { EvaluationView } from '@cges-fleet/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { REPORTED_BEHAVIOURS } from './reported-behaviours.js'
import { type ReportedServer, startReportedServer } from './reported-server.js'

/** A public report of what a model server sent. */
interface Case {
  readonly id: string
  readonly behaviour: string
  readonly reported: string
  readonly right: string
}

/** What every sample of a question ends as: its answer's key, or its outcome where it casts no vote. */
type End = '12' | 'no_answer' | 'truncated' | 'infra_error'

interface Right {
  readonly plain: End
  /** Where a method needs log-probabilities. */
  readonly sure: End
  /** What is said of a sample that could not be drawn. */
  readonly says?: RegExp
}

const answers: Right = { plain: '12', sure: '12' }
const noVote: Right = { plain: 'no_answer', sure: 'no_answer' }
const unsure = (says: RegExp): Right => ({ plain: '12', sure: 'infra_error', says })
const refused = (says: RegExp): Right => ({ plain: 'infra_error', sure: 'infra_error', says })

/** The right value of every case by its behaviour; of the others it is twelve. */
const RIGHT: Readonly<Record<string, Right>> = {
  nanlp: unsure(/log-probabilities for only some of the tokens/),
  nulllp: unsure(/log-probabilities for only some of the tokens/),
  nologprobs: unsure(/the server gave no log-probabilities/),
  empty: noVote,
  reasononly: noVote,
  toolcall: noVote,
  noresource: refused(/given up after 6 deliveries: .*insufficient_system_resource/),
  otherindex: refused(/sent choice 1, but only choice 0 was requested/),
  nolimit: { plain: 'truncated', sure: 'truncated' },
  repetition: { plain: 'truncated', sure: 'truncated' },
}
const rightOf = ({ behaviour }: Case): Right => RIGHT[behaviour] ?? answers

/** Independence is watched elsewhere, and stops an evaluation whose answers are copies. */
const COPIES = 'same'

const read = readFileSync(new URL('reported-cases.jsonl', import.meta.url), 'utf8')
const all = read
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
/** What no report tells of, yet. */
const more = ['negativeusage', 'hugeusage', 'hugerusage', 'nolimit'].map((behaviour, at) => ({
  id: `n0${at}`,
  behaviour,
  reported: behaviour,
  right: 'tokens counted as they came',
}))
const cases: readonly Case[] = [...all.filter(({ behaviour }) => behaviour !== COPIES), ...more]

const METHODS = {
  plain: ['sc@4', 'esc:window=2@4'],
  sure: ['sc@4', 'cges:confidence=lns-arith,gamma=0.99@4'],
} as const
const SAMPLES = 4

interface Row {
  readonly id: string
  readonly end: string
  readonly error: string | null
  readonly tokens: number | null
}

it('has a behaviour for every case', () => {
  expect(all).toHaveLength(40)
  expect(all.map(({ behaviour }) => behaviour).filter((name) => REPORTED_BEHAVIOURS[name] === undefined)).toEqual([])
})

describe('a live fleet on a server that behaves as reported, alone and beside a healthy one', () => {
  let fleet: TestFleet | undefined
  let odd: ReportedServer
  let healthy: ReportedServer
  const done = new Map<string, { readonly view: EvaluationView; readonly rows: readonly Row[] }>()

  beforeAll(async () => {
    odd = await startReportedServer()
    healthy = await startReportedServer({ healthy: true })
    const settings = { MAX_DELIVERIES: '6', IDLE_GAP_MS: '5000', FIRST_BYTE_MS: '5000' }
    const live = await TestFleet.start({ redis: null, workers: 0, concurrency: 32, worker: settings })
    fleet = live
    await live.startWorker({ POOL: 'alone', MODEL_SERVER_URL: odd.url })
    await live.startWorker({ POOL: 'beside', MODEL_SERVER_URL: odd.url })
    await live.startWorker({ POOL: 'beside', MODEL_SERVER_URL: healthy.url })
    await live.importBenchmark({
      name: 'reported',
      title: 'Reported',
      origin: 'imported',
      answerKind: 'math',
      template: '{question}',
      sampling: {},
      questions: cases.map(({ id, behaviour }) => ({
        id,
        question: `[S:${behaviour}] What is 3 times 4?`,
        answer: '12',
      })),
    })
    const runs = (['alone', 'beside'] as const).flatMap((pool) =>
      (['plain', 'sure'] as const).map(async (kind) => {
        const spec = { benchmark: 'reported', pool, methods: [...METHODS[kind]], name: `${pool} ${kind}` }
        const view = await live.ended((await live.submit(spec)).id)
        done.set(`${pool} ${kind}`, { view, rows: await live.sql<Row>(ROWS, [view.id]) })
      }),
    )
    await Promise.all(runs)
  })

  afterAll(async () => {
    await fleet?.stop()
    await odd.close()
    await healthy.close()
  })

  const rowsOf = (run: string, { id }: Case) => done.get(run)?.rows.filter((row) => row.id === id) ?? []

  describe.each(cases)('$id, $reported: $right', (one) => {
    it.each(['plain', 'sure'] as const)('%s', (kind) => {
      const right = rightOf(one)
      const rows = rowsOf(`alone ${kind}`, one)
      expect(new Set(rows.map(({ end }) => end))).toEqual(new Set([right[kind]]))
      // A question is blocked by its first sample that could not be drawn.
      if (right[kind] !== 'infra_error') expect(rows).toHaveLength(SAMPLES)
      else for (const { error } of rows) expect(error).toMatch(right.says ?? /never/)
      // Beside a healthy server each sample is what either says.
      const together = rowsOf(`beside ${kind}`, one)
      if (together.every(({ end }) => end !== 'infra_error')) expect(together).toHaveLength(SAMPLES)
      expect(['12', right[kind]]).toEqual(expect.arrayContaining([...new Set(together.map(({ end }) => end))]))
    })
  })

  it('loses nothing: every question ends, and only those that could not be drawn are blocked', () => {
    for (const [run, { view, rows }] of done) {
      const blocked = new Set(rows.filter(({ end }) => end === 'infra_error').map(({ id }) => id)).size
      expect([run, view.status, view.trials]).toEqual([
        run,
        'done',
        { total: cases.length, closed: cases.length - blocked, blocked },
      ])
    }
    expect(healthy.requests.get('plain')).toBeGreaterThan(SAMPLES * 10)
  })

  it('charges the tokens that came, whatever a server counts', () => {
    const charged = [...done.values()].flatMap(({ rows }) => rows).filter(({ end }) => end === '12')
    expect(Math.min(...charged.map(({ tokens }) => tokens ?? 0))).toBeGreaterThan(0)
    expect(Math.max(...charged.map(({ tokens }) => tokens ?? 0))).toBeLessThan(100)
  })

  it('votes for nothing but twelve, and grades every vote right', () => {
    for (const { view } of done.values()) {
      const voted = view.methods.map(({ accuracy }) => accuracy?.value)
      expect(voted).toEqual(voted.map(() => expect.any(Number)))
    }
    const votes = [...done.values()].flatMap(({ rows }) => rows.map(({ end }) => end)).filter((end) => /\d/.test(end))
    expect(new Set(votes)).toEqual(new Set(['12']))
  })
})

const ROWS = `
SELECT t.question_id AS id, coalesce(s.answer_key, s.outcome) AS end, s.error, s.completion_tokens AS tokens
FROM sample s JOIN trial t ON t.id = s.trial_id WHERE s.evaluation_id = $1`
