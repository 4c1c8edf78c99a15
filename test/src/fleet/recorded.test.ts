import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { answerKey } from '@cges-fleet/answers'
import { Benchmark } from '@cges-fleet/core'
import { parseQuestions } from '@cges-fleet/formats'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { TestFleet } from './test-fleet.js'

interface Recorded {
  readonly question_id: string
  readonly question: string
  readonly answer: string
  readonly samples: readonly { readonly text: string }[]
}

const SHARED = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))
const MATH = join(SHARED, 'samples/math_qwen2.5math_rm_n8.jsonl.gz')
const onRealData = it.skipIf(!existsSync(SHARED))

let folder: string
let fleet: TestFleet | undefined

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-recorded-'))
})

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Questions 0 to 11 with 6 answers each: all right, one wrong in six, or two wrong alike. */
const RECORDINGS: readonly Recorded[] = Array.from({ length: 12 }, (_, n) => {
  const wrong = n % 3
  const answers = Array.from({ length: 6 }, (_, i) => (i < wrong ? n + 100 : 2 * n))
  return {
    question_id: `double-${n}`,
    question: `What is twice ${n}?`,
    answer: String(2 * n),
    samples: answers.map((answer) => ({ text: `Twice ${n} is \\boxed{${answer}}.` })),
  }
})

async function run(file: string, recorded: readonly Recorded[], budget: number) {
  fleet = await TestFleet.start({
    redis: null,
    workers: 2,
    simulator: { MODE: 'recorded', RECORDED_FILE: file, MODEL: 'recorded-answers' },
  })
  const parsed = parseQuestions(recorded.map((line) => JSON.stringify(line)).join('\n'), {
    fields: { id: 'question_id' },
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const benchmark = { name: 'recorded', title: 'Recorded', answerKind: 'math', template: '{question}' }
  await fleet.importBenchmark(Benchmark.parse({ ...benchmark, questions: parsed.questions }))
  const methods = [`sc@${budget}`, `esc:window=4@${budget}`, `asc-beta@${budget}`]
  const done = await fleet.ended((await fleet.submit({ benchmark: 'recorded', methods })).id)
  expect(done).toMatchObject({ status: 'done', provenance: 'recorded', simulated: false })
  const verdicts = await fleet.sql<{ question: string; answer: string | null }>(
    `SELECT t.question_id AS question, v.answer_key AS answer FROM verdict v JOIN trial t ON t.id = v.trial_id
     WHERE v.evaluation_id = $1 AND v.method_key = $2`,
    [done.id, `sc@${budget}`],
  )
  return { done, verdicts: new Map(verdicts.map((row) => [row.question, row.answer])) }
}

it('draws each recorded answer once and votes on them', async () => {
  const file = join(folder, 'own.jsonl')
  writeFileSync(file, RECORDINGS.map((line) => JSON.stringify(line)).join('\n'))
  const { done, verdicts } = await run(file, RECORDINGS, 6)
  for (const { question_id, answer } of RECORDINGS) expect(verdicts.get(question_id)).toBe(answer)
  const [sc, esc, asc] = done.methods
  expect(sc).toMatchObject({ calls: 6, accuracy: { value: 1 } })
  expect(done.samples.drawn).toBe(72)
  // The four questions nobody answered wrongly stop both at 4; the others at 4 only where the wrong ones come last.
  expect(esc?.calls).toBeGreaterThanOrEqual((4 * 4 + 8 * 4) / 12)
  expect(esc?.calls).toBeLessThanOrEqual((4 * 4 + 8 * 6) / 12)
  expect(asc?.calls).toBeLessThanOrEqual(esc?.calls ?? 0)
})

onRealData('agrees with a count of the file on 100 real MATH questions (needs ../shared)', async () => {
  const lines = gunzipSync(readFileSync(MATH)).toString('utf8').trim().split('\n')
  const recorded = lines.map((line): Recorded => JSON.parse(line))
  const { done, verdicts } = await run(MATH, recorded, 8)
  let tied = 0
  for (const { question_id, samples } of recorded) {
    const counts = new Map<string, number>()
    for (const { text } of samples) {
      const boxed = text.split('\\boxed{').length > 1 ? lastBox(text) : null
      if (boxed === null) continue
      const key = answerKey('math', boxed)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    const ranked = [...counts.entries()].toSorted((a, b) => b[1] - a[1])
    if (ranked[0]?.[1] === ranked[1]?.[1]) tied++
    else expect(verdicts.get(question_id)).toBe(ranked[0]?.[0])
  }
  expect(tied).toBeLessThan(5)
  expect(done.samples.drawn).toBe(800)
  expect(done.methods[0]?.accuracy?.value).toBeGreaterThanOrEqual(0.9)
  expect(done.methods[1]?.calls).toBeLessThan(5)
})

/** The content of a text's last box, read from its end: another road than core's. */
function lastBox(text: string): string {
  const start = text.lastIndexOf('\\boxed{') + '\\boxed{'.length
  let depth = 1
  let end = start
  while (depth > 0 && end < text.length) {
    if (text[end] === '{') depth++
    if (text[end] === '}') depth--
    end++
  }
  return text.slice(start, end - 1)
}

onRealData('imports the question files of GSM8K and MATH-500 (needs ../shared)', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 0 })
  for (const [file, questions] of [
    ['gsm8k_test', '1,319'],
    ['math500', '500'],
  ] as const) {
    const args = ['benchmark', 'import', join(SHARED, 'benchmarks', `${file}.jsonl`), '--api', fleet.api]
    const imported = cges(args)
    expect(await imported.code, imported.err()).toBe(0)
    expect(imported.out()).toContain(`${file}: ${questions} questions`)
  }
})
