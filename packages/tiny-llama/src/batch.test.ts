import { seededRandom } from '@cges-fleet/methods'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Batch, type Sequence } from './batch.js'
import { MOST_SEQUENCES } from './forward/llama.js'
import { drawOf, finish, loadReference, questions, tiny } from './testing/reference.js'

const { llama, tokenizer } = tiny

function alone(question: number, seed: number): Sequence['tokens'] {
  const batch = new Batch(llama)
  const sequence = batch.add(drawOf(question, seed))
  finish(batch)
  return sequence.tokens
}

function textOf({ tokens }: Sequence): string {
  return tokenizer.decode(tokens.map(({ id }) => id))
}

test('the likeliest tokens are those of transformers', () => {
  const batch = new Batch(llama)
  const greedy = { temperature: 0, topP: 1, topK: 0, minP: 0 }
  const rows = loadReference().filter((row) => row.greedy !== undefined)
  const drawn = rows.map(({ ids }) => batch.add(drawOf(0, 0, { promptIds: ids, sampling: greedy })))
  finish(batch)
  expect(drawn.map(({ tokens }) => tokens.map(({ id }) => id))).toEqual(rows.map((row) => row.greedy))
  expect(rows).toHaveLength(12)
})

test('an answer depends on its own draw alone, whoever comes and goes beside it', () => {
  const lone = Array.from({ length: 6 }, (_, seed) => alone(seed % 2, seed))
  const pace = fc.array(fc.record({ question: fc.nat(4), steps: fc.nat(5), leaves: fc.boolean() }), { maxLength: 20 })
  fc.assert(
    fc.property(pace, fc.nat(5), (others, mine) => {
      const batch = new Batch(llama)
      const before = others.slice(0, mine)
      const after = others.slice(mine)
      const join = ({ question, steps, leaves }: (typeof others)[number], seed: number): void => {
        const sequence = batch.add(drawOf(question, 100 + seed))
        for (let step = 0; step < steps; step += 1) batch.step()
        if (leaves) batch.drop(sequence)
      }
      before.forEach(join)
      const sequence = batch.add(drawOf(mine % 2, mine))
      after.forEach(join)
      finish(batch)
      expect(sequence.tokens).toEqual(lone[mine])
    }),
    { numRuns: 30 },
  )
})

test('samples of one question read it once', () => {
  const batch = new Batch(llama)
  const same = Array.from({ length: 4 }, (_, seed) => batch.add(drawOf(7, seed)))
  finish(batch)
  const later = batch.add(drawOf(7, 9))
  finish(batch)
  const length = same[0]?.draw.promptIds.length ?? 0
  expect(same.map(({ cachedTokens }) => cachedTokens).slice(1)).toEqual([length - 1, length - 1, length - 1])
  expect(same[0]?.cachedTokens).toBeLessThan(length - 1)
  expect(later.cachedTokens).toBe(length - 1)
})

test('right as often as transformers found it, and the vote more often', () => {
  const chosen = questions.slice(0, 27)
  const answers = chosen.map((_, question) => {
    const batch = new Batch(llama)
    const drawn = Array.from({ length: 16 }, (_each, seed) => batch.add(drawOf(question, seed)))
    finish(batch)
    return drawn.map((sequence) => /\\boxed\{(\d)\}$/.exec(textOf(sequence))?.[1] ?? null)
  })
  const isRight = answers.map((drawn, question) => drawn.map((answer) => answer === chosen[question]?.answer))
  const one = isRight.flat().filter(Boolean).length / isRight.flat().length
  // The recording has 0.559; the standard error of 27 questions is about 0.06.
  expect(one).toBeGreaterThan(0.43)
  expect(one).toBeLessThan(0.68)
  const votes = answers.map((drawn) => {
    const votes = (answer: string | null): number => drawn.filter((other) => other === answer).length
    return drawn.toSorted((a, b) => votes(b) - votes(a))[0]
  })
  const voted = votes.filter((answer, question) => answer === chosen[question]?.answer).length / votes.length
  expect(voted).toBeGreaterThan(one + 0.1)
})

test('ends where it must, and says what does not fit', () => {
  const batch = new Batch(llama)
  const short = batch.add(drawOf(3, 1, { maxTokens: 3 }))
  finish(batch)
  expect(short).toMatchObject({ finish: 'length', tokens: { length: 3 } })
  expect(alone(3, 1).at(-1)?.id).toBe(llama.config.eos_token_id)
  expect(() => batch.add(drawOf(0, 0, { maxTokens: 512 }))).toThrow(/do not fit a context of 512/)
  expect(() => batch.add(drawOf(0, 0, { promptIds: [512] }))).toThrow(/none of the model's/)
  for (let count = 0; count < MOST_SEQUENCES; count += 1) batch.add(drawOf(0, count))
  expect(() => batch.add(drawOf(0, 0))).toThrow('more than 32 answers at once')
  finish(batch)
})

test('the longest prompts, many at once, all come to their end', () => {
  const batch = new Batch(llama)
  const random = seededRandom('long prompts')
  const drawn = Array.from({ length: MOST_SEQUENCES }, (_, seed) =>
    batch.add(drawOf(0, seed, { promptIds: Array.from({ length: 500 }, () => random.int(0, 511)), maxTokens: 12 })),
  )
  finish(batch)
  expect(drawn.every(({ finish: end }) => end !== null)).toBe(true)
})
