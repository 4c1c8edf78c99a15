import { MethodFlips } from '@cges-fleet/core'
import { decide, isTrialMethod } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { chance } from './chance-table.js'
import { methodCurves } from './method-curves.js'
import { methodFlips } from './method-flips.js'
import { trialVotes } from './trial-votes.js'

const METHODS = ['sc@12', 'esc:window=3@12', 'asc-beta:threshold=0.91@12', 'cges:confidence=lns-arith,gamma=0.991@12']
const table = chance(METHODS)
const baseline = table.methods[0]?.key ?? ''
const flipsOf = (key: string) => MethodFlips.parse(methodFlips(table, key, key === baseline ? null : baseline))

it('has a point for every point of the curve, whose accuracy is the own one and what flips', () => {
  for (const { key, points } of methodCurves(table)) {
    const method = table.methods.find((each) => each.key === key)
    const right = method?.grade.reduce((sum, grade) => sum + (grade === 1 ? 1 : 0), 0) ?? Number.NaN
    const trials = method?.calls.filter((calls) => calls > 0).length ?? Number.NaN
    const flips = flipsOf(key)
    expect(flips.points.map(({ at }) => at)).toEqual(points.map(({ at }) => at))
    for (const [place, { gained, spoilt }] of flips.points.entries())
      expect((right + gained.count - spoilt.count) / trials).toBeCloseTo(points[place]?.accuracy ?? Number.NaN, 12)
  }
})

it('flips nothing at the value that ran', () => {
  for (const { key, own } of methodCurves(table)) {
    const point = flipsOf(key).points.find(({ at }) => at === own)
    expect([point?.gained.count, point?.spoilt.count]).toEqual([0, 0])
  }
})

it('names the questions that a decision of each trial by itself turns, and counts pairs with the baseline', () => {
  const method = table.methods[3]
  if (method === undefined || !isTrialMethod(method.spec)) throw new Error('no method')
  const spec = { ...method.spec, gamma: 0.7 }
  const found = { gained: new Set<number>(), won: 0, lost: 0 }
  for (const [trial, question] of table.trials.question.entries()) {
    const votes = trialVotes(table, trial)
    const decision = decide(spec, votes)
    const at = votes.findIndex(({ answer }) => decision.state === 'stopped' && answer === decision.answer)
    const right = table.samples.correct[(table.trials.samplesFrom[trial] ?? 0) + at] === 1
    if (right && method.grade[trial] !== 1) found.gained.add(question)
    if (right && table.methods[0]?.grade[trial] !== 1) found.won += 1
    if (!right && table.methods[0]?.grade[trial] === 1) found.lost += 1
  }
  const point = flipsOf(method.key).points.find(({ at }) => at === 0.7)
  expect(point?.gained.positions).toEqual([...found.gained].slice(0, 50))
  expect(point?.versus).toEqual({ won: found.won, lost: found.lost })
  expect(found.lost).toBeGreaterThan(0)
})

it('says why a method has none', () => {
  expect(methodFlips(table, 'dsc@12', null)).toMatchObject({ none: { kind: 'no_setting' }, points: [] })
})
