import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { leaderByShapes, listShapes } from './listed-shapes.js'

const Vector = z.object({
  shapes: z.array(z.object({ chances: z.array(z.number()), questions: z.number() })),
  counts: z.object({ first: z.number(), second: z.number(), others: z.number() }),
  leader: z.number(),
})
const vectors = readFileSync(new URL('../golden/listed-shapes.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => Vector.parse(JSON.parse(line)))

it.each(vectors.map((each, at) => [at, each] as const))('agrees with listing every way: %i', (_, each) => {
  expect(leaderByShapes(each.shapes, each.counts)).toBeCloseTo(each.leader, 10)
})

it('lists questions of one shape once, whatever their answers are called, and leaves out those without one', () => {
  expect(listShapes([['A', 'B', 'A', null], ['x', 'x', 'y'], [null], ['C']])).toEqual([
    { chances: [2 / 3, 1 / 3], questions: 2 },
    { chances: [1], questions: 1 },
  ])
})

it('is sure of a lone answer where earlier questions had one, and knows nothing where no shape allows the votes', () => {
  expect(leaderByShapes([{ chances: [1], questions: 3 }], { first: 1, second: 0, others: 0 })).toBe(1)
  expect(leaderByShapes([{ chances: [1], questions: 3 }], { first: 1, second: 1, others: 0 })).toBe(0)
})
