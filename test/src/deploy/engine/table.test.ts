import { expect, it } from 'vitest'
import { attemptAll, type Step } from './step.js'
import { exitCode, headOf, stepTable } from './table.js'

const step = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  expected: 'well',
  attempt: () => Promise.resolve('well'),
  ...more,
})
const fails = { attempt: () => Promise.reject(new Error('a | b\n  broke')) }

it('tries every step, and tells of each as it ends', async () => {
  const told: string[] = []
  const outcomes = await attemptAll([step('one'), step('two', fails), step('three')], ({ name, state }) =>
    told.push(`${name} ${state}`),
  )
  expect(told).toEqual(['one ok', 'two failed', 'three ok'])
  expect(exitCode(outcomes)).toBe(1)
  expect(exitCode(outcomes.slice(0, 1))).toBe(0)
})

it('does not try what stands on a step that failed, and ends with 1', async () => {
  const outcomes = await attemptAll([step('one', { ...fails, needed: true }), step('two')], () => undefined)
  expect(outcomes.map(({ state, seen }) => [state, seen])).toEqual([
    ['failed', 'a | b\n  broke'],
    ['not tried', 'needs: one'],
  ])
  expect(exitCode(outcomes)).toBe(1)
})

it('does not try what comes after it was stopped, and ends with 1', async () => {
  let stopped = false
  const first = step('one', { attempt: async () => ((stopped = true), 'well') })
  const outcomes = await attemptAll(
    [first, step('two')],
    () => undefined,
    () => stopped,
  )
  expect(outcomes.map(({ state }) => state)).toEqual(['ok', 'not tried'])
  expect(exitCode(outcomes)).toBe(1)
})

it('writes a row for each step, whatever was said', async () => {
  const outcomes = await attemptAll([step('one', { ...fails, needed: true }), step('two')], () => undefined)
  expect(stepTable(outcomes.map((each) => ({ ...each, seconds: 1.26 })))).toBe(
    [
      '| step | expected | seen | seconds |  |',
      '| --- | --- | --- | --- | --- |',
      String.raw`| one | well | a \| b; broke | 1.3 | failed |`,
      '| two | well | needs: one | – | not tried |',
    ].join('\n'),
  )
})

it('says of which commit and engine a table is, and how long it took', () => {
  const outcome = { ...step('one'), state: 'ok', seconds: 90, seen: '' } as const
  const done = { commit: 'commit 0123abc', versions: 'Docker 1, Compose 2', outcomes: [outcome, outcome] }
  expect(headOf(done, new Date('2026-01-02T03:04:05Z'))).toBe(
    '2026-01-02, commit 0123abc, Docker 1, Compose 2, 3 minutes; the model is simulated',
  )
})
