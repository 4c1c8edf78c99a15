import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { type Cges, cges } from './run-cges.js'

const QUESTIONS = 400
const SAMPLES = 30
const TOTAL = QUESTIONS * SAMPLES

let fleet: TestFleet
let folder: string
let files: string[]

/** Texts are long, as models' are, and the log is in two files, one of them packed. */
const sample = (question: number, index: number) => ({
  text: `${`thought ${question} ${index} `.repeat(100)} The answer is \\boxed{${(question * 7 + index * index) % 3}}.`,
})

function writeLog(): string[] {
  const lines = Array.from({ length: QUESTIONS }, (_, question) => {
    const samples = Array.from({ length: SAMPLES }, (_, index) => sample(question, index))
    return `${JSON.stringify({ question_id: `q${question}`, question: `Which is ${question}?`, answer: '1', samples })}\n`
  })
  const packed = join(folder, 'first.jsonl.gz')
  const plain = join(folder, 'second.jsonl')
  writeFileSync(packed, gzipSync(lines.slice(0, QUESTIONS / 2).join('')))
  writeFileSync(plain, lines.slice(QUESTIONS / 2).join(''))
  return [packed, plain]
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-resume-'))
  files = writeLog()
  fleet = await TestFleet.start({ redis: null, workers: 0 })
})

afterAll(async () => {
  await fleet.stop()
  rmSync(folder, { recursive: true, force: true })
})

function importing(name: string, ...more: string[]): Cges {
  return cges(['import', ...files, '--method', 'sc;asc-beta', '--name', name, '--api', fleet.api, ...more])
}

async function stored(name: string): Promise<number> {
  const [row] = await fleet.sql<{ count: number }>(
    `SELECT count(*)::int FROM evaluation e JOIN trial t ON t.evaluation_id = e.id JOIN sample s ON s.trial_id = t.id
     WHERE e.name = $1`,
    [name],
  )
  return row?.count ?? 0
}

/** Waits until a share of the log is stored, but by no means all of it. */
async function storedOf(name: string, share: number): Promise<void> {
  for (;;) {
    const count = await stored(name)
    expect(count).toBeLessThan(TOTAL)
    if (count >= share * TOTAL) return
    await sleep(10)
  }
}

/** The only evaluation of a name: its digest, and one over every text that is stored, at its place. */
async function stateOf(name: string) {
  const rows = await fleet.sql<{ place: string; text: string }>(
    `SELECT t.question_id || ' ' || s.index AS place, b.text FROM evaluation e JOIN trial t ON t.evaluation_id = e.id
     JOIN sample s ON s.trial_id = t.id JOIN sample_body b ON b.trial_id = s.trial_id AND b.index = s.index
     WHERE e.name = $1 ORDER BY 1`,
    [name],
  )
  const evaluations = await fleet.sql(`SELECT status, digest, samples_drawn FROM evaluation WHERE name = $1`, [name])
  const texts = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  return { evaluations, samples: rows.length, texts }
}

async function undisturbed() {
  const whole = importing('undisturbed')
  expect(await whole.code, whole.err()).toBe(0)
  const expected = await stateOf('undisturbed')
  expect(expected.samples).toBe(TOTAL)
  expect(expected.evaluations).toEqual([
    { status: 'done', digest: expect.stringMatching(/^[0-9a-f]{64}$/u), samples_drawn: TOTAL },
  ])
  return expected
}

it('goes on where a killed client stopped, and waits for an API that was killed until it is back', async () => {
  const expected = await undisturbed()
  const first = importing('killed')
  await storedOf('killed', 1 / 3)
  first.process.kill('SIGKILL')
  await first.code
  const second = importing('killed')
  await storedOf('killed', 2 / 3)
  const startApi = await fleet.killApi()
  await sleep(1000)
  await startApi()
  expect(await second.code, second.err()).toBe(0)
  expect(second.err()).toMatch(/An earlier run stopped after [4-9],\d{3} of 12,000 samples: going on from there/u)
  expect(second.err()).toMatch(/No API answers[\s\S]*Trying again for up to 5 min[\s\S]*The API answers again/u)
  expect(await stateOf('killed')).toEqual(expected)
})

it.skipIf(!IS_AT_LENGTH)(
  `says how to go on where the API does not come back, and sends nothing twice${LONGER}`,
  async () => {
    const expected = await undisturbed()
    const first = importing('given up', '--patience', '1')
    await storedOf('given up', 2 / 3)
    const startApi = await fleet.killApi()
    expect(await first.code).toBe(1)
    expect(first.err()).toMatch(/No API answers[\s\S]*Evaluation \S+ keeps what was stored: run the same command/u)
    await startApi()
    const there = await stored('given up')
    const second = importing('given up')
    expect(await second.code, second.err()).toBe(0)
    expect(second.err()).toContain(`An earlier run stopped after ${there.toLocaleString('en-US')} of 12,000 samples`)
    expect(second.err()).not.toContain('were there already')
    expect(await stateOf('given up')).toEqual(expected)
    const third = importing('given up')
    expect(await third.code, third.err()).toBe(0)
    expect(third.err()).toContain('all 12,000 samples are stored already, by an earlier run')
  },
)
