import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlayedResponder } from '../answers/responder.js'
import { loadRecordedFile, recordedResponder } from './recorded-responder.js'

const lines = [
  {
    question_id: 'q1',
    question: 'How many legs have two spiders?\n',
    answer: '16',
    samples: [
      { text: 'Two by eight: \\boxed{16}', answer: '16', correct: true },
      { text: 'Spiders have six legs. \\boxed{12}', answer: '12' },
      { text: null, answer: '16' },
      { text: null, answer: null },
      { text: 'I am not sure.', answer: null },
    ],
  },
  { question_id: 'q2', question: 'How many legs have two spiders and a bird?', samples: [{ text: 'x', answer: '18' }] },
]
const jsonLines = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`

let folder: string
let respond: PlayedResponder

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorded-'))
  await writeFile(join(folder, 'a.jsonl.gz'), gzipSync(jsonLines))
  await writeFile(join(folder, 'a.jsonl'), jsonLines)
  respond = recordedResponder(await loadRecordedFile(join(folder, 'a.jsonl.gz')))
})

afterAll(() => rm(folder, { recursive: true }))

function ask(respond: PlayedResponder, question: string, seed: number | null): string {
  const answer = respond({ prompt: `Solve: ${question} Box it.`, seed, temperature: 0.7, sampling: '', maxTokens: 4 })
  if (answer.kind === 'refused') throw new Error(answer.message)
  expect(answer).toMatchObject({ logprobs: null, hasTokenIds: false, finish: 'stop' })
  return answer.tokens.map(({ text }) => text).join('')
}

const spiders = 'How many legs have two spiders?'
const said = ['Two by eight: \\boxed{16}', 'Spiders have six legs. \\boxed{12}', '\\boxed{16}', '', 'I am not sure.']

function order(base: number): string[] {
  return [0, 1, 2, 3, 4].map((index) => ask(respond, spiders, base * 1024 + index))
}

test('each trial gets every recorded answer once, in an order of its own that stays the same', () => {
  const orders = Array.from({ length: 200 }, (_, base) => order(base))
  for (const one of orders) expect(one.toSorted()).toEqual(said.toSorted())
  expect(order(7)).toEqual(orders[7])
  expect(new Set(orders.map((one) => one.join('|'))).size).toBeGreaterThan(90)
  // Each of five answers comes first in about 40 of 200 trials.
  for (const text of said) {
    const first = orders.filter(([head]) => head === text).length
    expect(first).toBeGreaterThan(18)
    expect(first).toBeLessThan(65)
  }
})

test('more samples than answers, and questions not recorded, are refused with what to do', () => {
  expect(() => ask(respond, spiders, 1024 + 5)).toThrow(/Only 5 answers are recorded for question q1.*Lower the budget/)
  expect(() => ask(respond, 'How many legs has a bird?', 0)).toThrow(/No recorded question stands in this prompt/)
  expect(said).toContain(ask(respond, spiders, null))
})

test('the longest question that fits is the one asked; plain files do as well', async () => {
  expect(ask(respond, 'How many legs have two spiders and a bird?', 1024)).toBe('x')
  expect(await loadRecordedFile(join(folder, 'a.jsonl'))).toHaveLength(2)
})

test('a broken line is named', async () => {
  await writeFile(join(folder, 'b.jsonl'), `${jsonLines}{"question_id":"q3"}\n`)
  await expect(loadRecordedFile(join(folder, 'b.jsonl'))).rejects.toThrow(/b\.jsonl, line 3: .*question/s)
  await writeFile(join(folder, 'c.jsonl'), '\n')
  await expect(loadRecordedFile(join(folder, 'c.jsonl'))).rejects.toThrow(/holds no recorded question/)
})

const real = fileURLToPath(
  new URL('../../../../../shared/data/samples/math_qwen2.5math_rm_n8.jsonl.gz', import.meta.url),
)

test.skipIf(!existsSync(real))('real recordings (skipped where that file is not beside the checkout)', async () => {
  const questions = await loadRecordedFile(real)
  const respondReal = recordedResponder(questions)
  expect(questions).toHaveLength(100)
  for (const { question, samples } of questions) {
    const texts = samples.map((_, index) => ask(respondReal, question, 3 * 1024 + index))
    expect(texts.toSorted()).toEqual(samples.map(({ text }) => text ?? '').toSorted())
  }
})
