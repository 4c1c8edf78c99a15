import type { EvaluationPage } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { listText } from './evaluations-command.js'

type Row = EvaluationPage['evaluations'][number]

const best = { label: 'asc-beta@16', accuracy: 0.8, calls: 11.126, saved: 0.3046, live: null }

/** An evaluation of a list, as much as its line is made from. */
function row(changes: object = {}): Row {
  return {
    id: '01a2',
    name: 'mine',
    status: 'done',
    trials: { total: 4, closed: 4, blocked: 0 },
    best,
    cost: { gpuSeconds: 0, money: null, currency: null },
    ...changes,
  } as unknown as Row
}

it('lists ids with the accuracy of the leader', () => {
  const [head, line] = listText([row()], false)
  expect(head).toMatch(/^id +name +status +accuracy +calls +saved +most accurate method$/u)
  expect(line).toMatch(/^01a2 +mine +done +80\.0 % +11\.13 +30\.5 % +asc-beta@16$/u)
})

it('names no method as the most accurate where none has a right answer', () => {
  const wrong = { ...best, accuracy: 0 }
  const live = { low: 0, high: 0.1 }
  const note = 'At 0.0 % no method has a correct answer, so none is the most accurate.'
  const [, done, running, last] = listText(
    [row({ best: wrong }), row({ status: 'running', best: { ...wrong, live } })],
    false,
  )
  expect(done).toMatch(/done +0\.0 % +— +— +—$/u)
  expect(running).toMatch(/running +so far 0\.0 % +— +— +—$/u)
  expect(last).toBe(note)
  expect(listText([row()], false)).not.toContain(note)
})

it('words the accuracy of a decided evaluation as decided', () => {
  const live = { low: 0.7, high: 0.9 }
  const [, line] = listText([row({ status: 'decided', best: { ...best, live } })], false)
  expect(line).toMatch(/decided 80\.0 %/u)
  expect(line).not.toContain('so far')
})

it('never words an interim accuracy as a final one', () => {
  const live = { low: 0.7, high: 0.9 }
  expect(listText([row({ status: 'running', best: { ...best, live } })], false)[1]).toContain('so far 80.0 %')
  expect(listText([row({ status: 'running', best: null })], false)[1]).toMatch(/running +— +—/u)
  const trials = { total: 4, closed: 2, blocked: 2 }
  expect(listText([row({ trials })], false)[1]).toContain('incomplete: 2 of 4 failed')
})

it('shows what each cost, where a pool has a price', () => {
  const cost = { gpuSeconds: 90, money: 1.5, currency: 'EUR' }
  const [head, priced, unpriced] = listText([row({ cost }), row()], false)
  expect(head).toMatch(/method +cost$/u)
  expect(priced).toMatch(/ 1\.50 EUR$/u)
  expect(unpriced).toMatch(/ —$/u)
})

it('says what to do if there are none, and if there are more', () => {
  expect(listText([], false)).toEqual(['No evaluations. Submit one with cges evaluate FILE.'])
  expect(listText([row()], true).at(-1)).toBe('These are 1 evaluation; raise --limit for more.')
  expect(listText([row({ name: 'n'.repeat(60) })], false)[1]?.length).toBeLessThan(110)
})
