import { expect, it } from 'vitest'
import { decide } from '../decide.js'

it('gives the only answer all the weight, not a rounding more', () => {
  const surest = [0.027187068984346974, 0.44792861174265836, 0.10733877781169159]
  const votes = surest.map((value) => ({ answer: 'B', confidences: { 'lns-arith': value } }))
  const spec = { method: 'cisc', confidence: 'lns-arith', temperature: 0.05, budget: 3 } as const
  expect(decide(spec, votes)).toMatchObject({ score: 1 })
})
