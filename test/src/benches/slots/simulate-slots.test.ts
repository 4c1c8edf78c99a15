import { parseMethodSpec } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { barrierMs, listScheduleMs, lowerBoundMs, simulateSlots, type TimedVote } from './simulate-slots.js'

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

it('is bound by all work over the slots, or by the longest sample', () => {
  expect(lowerBoundMs([[10, 10], [20], [20]], 2)).toBe(30)
  expect(lowerBoundMs([[50, 10], [10]], 2)).toBe(50)
})

it('waits at a barrier for the slowest of each round', () => {
  expect(barrierMs([[10, 30], [40, 5], [5]], 2)).toBe(40 + 30)
})

it('gives what is next to the slot that is free first', () => {
  expect(listScheduleMs([30, 10, 10, 10], 2)).toBe(30)
  expect(listScheduleMs([10, 10, 10, 30], 2)).toBe(40)
})
