import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { selfCertainty, tokenCertainty } from './self-certainty.js'

const Vector = z.object({
  tokens: z.array(z.array(z.number().nullable())),
  certainties: z.array(z.number().nullable()),
  raw: z.number().nullable(),
})
const vectors = readFileSync(new URL('../golden/self-certainty.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => Vector.parse(JSON.parse(line)))

describe('self-certainty', () => {
  it.each(vectors.map((vector, at) => [at, vector] as const))('agrees with vector %i', (_, wanted) => {
    const each = wanted.tokens.map((logprobs) => tokenCertainty(logprobs.map((logprob) => logprob ?? -Infinity)))
    for (const [at, certainty] of wanted.certainties.entries()) {
      if (certainty === null) expect(each[at]).toBeNull()
      else expect(Math.abs((each[at] ?? Number.NaN) - certainty)).toBeLessThanOrEqual(1e-12 * Math.max(1, certainty))
    }
    const known = each.filter((certainty) => certainty !== null)
    const found = known.length === each.length ? selfCertainty(known) : null
    if (wanted.raw === null) expect(found).toBeNull()
    else expect(Math.abs((found?.raw ?? Number.NaN) - wanted.raw)).toBeLessThanOrEqual(1e-12)
  })

  it('is 0 where all tokens are as likely, whatever is listed besides, and never 1', () => {
    expect(tokenCertainty(Array.from({ length: 20 }, () => -Math.log(20)))).toBeCloseTo(0, 12)
    // As the server gives them: what the listed tokens lack of 1 is certainty too.
    expect(tokenCertainty(Array.from({ length: 20 }, () => -4))).toBeCloseTo(4 - Math.log(20), 12)
    expect(tokenCertainty([-3, -1, -2])).toBe(tokenCertainty([-1, -2, -3]))
    expect(selfCertainty([tokenCertainty([0, -9999]) ?? 0])?.confidence).toBeLessThan(1)
    expect(() => tokenCertainty([Number.NaN, -1])).toThrow(RangeError)
  })
})
