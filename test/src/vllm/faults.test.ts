import { isCharged, type Outcome } from '@cges-fleet/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'

/** The kind of fault, what is injected, and what must come of a sample that meets it every time. */
const CASES = [
  // Told apart before the first token: drawn again without flag until the deliveries are used up.
  ['500', { kind: 'status', status: 500 }, 'redrawn', 'infra_error'],
  ['502', { kind: 'status', status: 502, body: 'bad gateway' }, 'redrawn', 'infra_error'],
  ['503', { kind: 'status', status: 503 }, 'redrawn', 'infra_error'],
  ['silence before headers', { kind: 'hang' }, 'redrawn', 'infra_error'],
  ['reset before a token', { kind: 'reset', afterTokens: 0 }, 'redrawn', 'infra_error'],
  ['error chunk before a token', { kind: 'error-chunk', afterTokens: 0 }, 'redrawn', 'infra_error'],
  ['NaN (500)', { kind: 'nan' }, 'redrawn', 'infra_error'],
  ['abort before a token', { kind: 'finish', reason: 'abort', afterTokens: 0 }, 'redrawn', 'infra_error'],
  // The server gave up on every answer alike.
  ['abort mid-stream', { kind: 'finish', reason: 'abort', afterTokens: 8 }, 'redrawn', 'infra_error'],
  // After the first token: once more, flagged.
  ['silence mid-stream', { kind: 'stall' }, 'unclear', 'infra_error'],
  ['reset mid-stream', { kind: 'reset' }, 'unclear', 'infra_error'],
  ['error chunk in a 200', { kind: 'error-chunk' }, 'unclear', 'infra_error'],
  ['stream ends early', { kind: 'end-early' }, 'unclear', 'infra_error'],
  ['garbage event', { kind: 'garbage' }, 'unclear', 'infra_error'],
  ['cut UTF-8', { kind: 'cut-utf8' }, 'unclear', 'infra_error'],
  ['finish error', { kind: 'finish', reason: 'error', afterTokens: 8 }, 'unclear', 'infra_error'],
  ['no log-probabilities', { kind: 'no-logprobs' }, 'unclear', 'infra_error'],
  ['NaN in the stream', { kind: 'nan-in-stream' }, 'unclear', 'infra_error'],
  // Answers, whatever they look like: never drawn again.
  ['no [DONE]', { kind: 'no-done' }, 'never', 'answer'],
  ['−9999', { kind: 'minus-9999' }, 'never', 'answer'],
  ['finish length', { kind: 'finish', reason: 'length', afterTokens: 8 }, 'never', 'truncated'],
  ['finish repetition', { kind: 'finish', reason: 'repetition', afterTokens: 8 }, 'never', 'truncated'],
  ['content filter', { kind: 'finish', reason: 'content_filter', afterTokens: 8 }, 'never', 'declined'],
  // Requests that will never be answered: no second try.
  ['400', { kind: 'status', status: 400 }, 'never', 'invalid_request'],
  ['422', { kind: 'status', status: 422 }, 'never', 'invalid_request'],
] as const

const DELIVERIES = 2

interface Row {
  readonly outcome: Outcome
  readonly deliveries: number
  readonly unclear: number
  readonly finite: boolean
  readonly ledger: string[]
  readonly error: string | null
}

/** Each question meets one fault: the rule looks for a word that stands in that question alone. */
const questions = CASES.map((_, at) => ({
  id: `q${at}`,
  question: `Question number${at}x: what is ${at}?`,
  answer: `${at}`,
}))
const rules = CASES.map(([, fault], at) => ({ fault, prompt: `number${at}x` }))

const classOf = ({ deliveries, unclear }: Row): string =>
  unclear > 0 ? 'unclear' : deliveries > 1 ? 'redrawn' : 'never'

describe('a real worker that meets a fault every time', () => {
  let fleet: TestFleet | undefined
  const rows = new Map<string, Row>()

  beforeAll(async () => {
    fleet = await TestFleet.start({
      redis: null,
      workers: 1,
      concurrency: 32,
      simulator: { FAULTS: JSON.stringify(rules) },
      worker: { MAX_DELIVERIES: String(DELIVERIES), FIRST_BYTE_MS: '800', IDLE_GAP_MS: '800' },
    })
    await fleet.importBenchmark({
      name: 'faults',
      title: 'Faults',
      origin: 'imported',
      answerKind: 'math',
      template: '{question}',
      sampling: {},
      questions,
    })
    const spec = { benchmark: 'faults', methods: ['cges:confidence=lns-arith,gamma=0.9@1'] }
    const done = await fleet.ended((await fleet.submit(spec)).id)
    const stored = await fleet.sql<Row & { question: string }>(
      `SELECT t.question_id AS question, s.outcome, k.deliveries, s.unclear_faults AS unclear, s.error,
              coalesce((s.signals ->> 'lns-arith')::float8 BETWEEN 0 AND 1, true) AS finite,
              array(SELECT l.state FROM call_ledger l WHERE l.call_id = k.id ORDER BY l.fence) AS ledger
       FROM sample s JOIN call k USING (trial_id, index) JOIN trial t ON t.id = s.trial_id WHERE s.evaluation_id = $1`,
      [done.id],
    )
    for (const row of stored) rows.set(row.question, row)
    const table = CASES.map(([name], at) => {
      const row = rows.get(`q${at}`)
      return row === undefined ? name : `${name} | ${classOf(row)} | ${row.outcome} | ${row.ledger.join(', ')}`
    })
    console.log(table.join('\n'))
  })

  afterAll(() => fleet?.stop())

  it.each(CASES.map(([name, , drawnAgain, outcome], at) => ({ name, drawnAgain, outcome, at })))(
    '$name: drawn again: $drawnAgain, recorded as $outcome',
    ({ drawnAgain, outcome, at }) => {
      const row = rows.get(`q${at}`)
      if (row === undefined) throw new Error('no sample')
      expect(row).toMatchObject({ outcome, finite: true })
      expect(classOf(row)).toBe(drawnAgain)
      expect(row.ledger).toHaveLength(drawnAgain === 'never' ? 1 : 2)
      expect(row.ledger.at(-1)).toBe(isCharged(row.outcome) ? 'settled' : 'failed')
    },
  )
})
