import { parseMethodSpec } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { simulateSlots, type TimedVote } from './simulate-slots.js'

const votes = (answers: string): TimedVote[] => [...answers].map((answer) => ({ answer, confidences: {}, ms: 1000 }))

function method(text: string) {
  const parsed = parseMethodSpec(text, 8)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}

it('draws what verdicts are charged, one after another, and with idle slots ahead of need', async () => {
  const questions = [votes('aaaaaaaa'), votes('abcabcab')]
  const options = { methods: [method('esc:window=2@8')], slots: 16 }
  const off = await simulateSlots(questions, { ...options, lookahead: 'off' })
  expect(off).toEqual({ makespanMs: 4000, drawn: 10, needed: 10 })
  const two = await simulateSlots(questions, { ...options, lookahead: 2 })
  expect(two).toEqual({ makespanMs: 2000, drawn: 12, needed: 10 })
  const auto = await simulateSlots(questions, { ...options, lookahead: 'auto' })
  expect(auto).toMatchObject({ makespanMs: 2000, needed: 10 })
})
