import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { questions, tiny } from '../testing/reference.js'
import { recordPartials } from './record-partials.js'

const Line = z.object({
  answer: z.string(),
  samples: z.array(
    z.object({
      answer: z.string().nullable(),
      completion_tokens: z.int(),
      token_confidences: z.array(z.number()),
      partials: z.array(z.object({ tokens: z.int(), answer: z.string().nullable(), probe_tokens: z.int() })),
    }),
  ),
})

const lines = gunzipSync(readFileSync(new URL('../../partials.jsonl.gz', import.meta.url)))
  .toString('utf8')
  .trimEnd()
  .split('\n')

test('the recording that is kept is what the model draws', () => {
  expect(lines).toHaveLength(questions.length)
  for (const at of [0, 3]) {
    const question = questions[at]
    if (question === undefined) throw new Error('no such question')
    expect(recordPartials(tiny, question, { samples: 32, every: 4 })).toEqual(JSON.parse(lines[at] ?? ''))
  }
})

test('a probe tells the state of the counter after a turn, and the last one nearly always the answer', () => {
  const samples = lines.flatMap((line) => Line.parse(JSON.parse(line)).samples)
  const last = samples.filter(({ answer, partials }) => partials.at(-1)?.answer === answer).length
  expect(last / samples.length).toBeGreaterThan(0.99)
  for (const { completion_tokens: tokens, partials, token_confidences: confidences } of samples) {
    expect(partials.map((each) => each.tokens)).toEqual(
      Array.from({ length: Math.ceil(tokens / 4) - 1 }, (_, at) => 4 * (at + 1)),
    )
    expect(confidences).toHaveLength(tokens)
    for (const { answer, probe_tokens: spent } of partials) if (answer !== null) expect(spent).toBe(answer.length + 1)
  }
})
