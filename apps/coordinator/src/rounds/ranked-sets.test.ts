import type { RankedSet, SetTrial } from '@cges-fleet/db'
import { type DscSpec, MethodSpec } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { decideRankedSet } from './ranked-sets.js'

const spec = MethodSpec.parse({ method: 'dsc', easyRun: 2, preSamples: 4, budget: 8 }) as DscSpec

function trial(position: number, answers: string, changes: Partial<SetTrial> = {}): SetTrial {
  const read = [...answers].map((answer) => (answer === '-' ? null : answer))
  const common = { parked: false, closed: false, blocked: false, decided: false, requested: read.length }
  return { trialId: `t${position}`, position, answers: read, ...common, ...changes }
}

/** Questions 0, 1, 2, … are ranked from easy to hard. */
function setOf(...trials: SetTrial[]): RankedSet {
  return { easyToHard: trials.map(({ position }) => position), trials }
}

const standingOf = (set: RankedSet, id: string) => decideRankedSet(spec, set).standings.get(id)?.standing

it('asks for the pre-samples of the hardest first, and of nothing that may turn out easy', () => {
  const set = setOf(trial(0, ''), trial(1, ''), trial(2, ''), trial(3, ''))
  expect(standingOf(set, 't3')).toEqual({ state: 'open', until: 4, stalled: false })
  expect(standingOf(set, 't2')).toEqual({ state: 'open', until: 4, stalled: false })
  expect(decideRankedSet(spec, set).decided).toEqual([])
})

it('wakes parked trials once enough of the harder ones have agreed', () => {
  const set = setOf(trial(0, '', { parked: true }), trial(1, '', { parked: true }), trial(2, 'aaaa'), trial(3, 'aaaa'))
  const decision = decideRankedSet(spec, set)
  expect(decision.awake).toEqual(['t0', 't1'])
  expect(decision.decided).toEqual(['t2', 't3'])
})

it('answers an easy question by its first sample, whatever other methods drew beside it', () => {
  const set = setOf(trial(0, 'bbcc'), trial(1, 'c'), trial(2, 'aaaa'), trial(3, 'aaaa'))
  expect(standingOf(set, 't0')).toMatchObject({ state: 'stopped', calls: 1, answer: 'b', reason: 'easy' })
})

it('does not tell a trial it has decided again', () => {
  const set = setOf(trial(0, 'b', { decided: true, closed: true }), trial(1, 'c'), trial(2, 'aaaa'), trial(3, 'aaaa'))
  expect(decideRankedSet(spec, set).decided).toEqual(['t1', 't2', 't3'])
})

it('stalls the rest of its set where a question that could not be drawn holds it, and only once nothing else moves', () => {
  const held = trial(3, 'aa', { requested: 4, blocked: true })
  const stillDrawing = setOf(trial(0, ''), trial(1, ''), trial(2, 'aa', { requested: 4 }), held)
  expect(standingOf(stillDrawing, 't0')).toMatchObject({ state: 'open', stalled: false })
  const still = setOf(trial(0, 'b'), trial(1, 'c'), trial(2, 'aaaa'), held)
  expect(standingOf(still, 't0')).toMatchObject({ state: 'open', stalled: true })
  expect(decideRankedSet(spec, still).decided).toContain('t0')
})
