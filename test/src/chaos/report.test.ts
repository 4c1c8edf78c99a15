import { expect, it } from 'vitest'
import type { ChaosOptions } from './chaos-options.js'
import type { Violation } from './judge/violation.js'
import type { Cut } from './patience/cut.js'
import { type ChaosReport, exitStatusOf, verdictOf } from './report.js'
import { SMOKE } from './options.js'

const HELD: ChaosReport = {
  kills: 1,
  pauses: 20,
  fenced: 3,
  lost: 0,
  duplicated: 0,
  overBudget: 0,
  unledgered: 0,
  digestEqual: true,
  secondsAfterLastFault: 4,
  slowdown: 1,
}
const LOST: Violation = { invariant: 'lost', what: 'a sample was never read', rows: [1] }
const STARVED: Cut = { sentence: 'nothing came: this machine was too slow', starved: true }
const STUCK: Cut = { sentence: 'nothing came, and the machine was not slow', starved: false }

function verdict(report: Partial<ChaosReport>, also: { violations?: Violation[]; cut?: Cut } = {}) {
  const options: Pick<ChaosOptions, 'endSeconds' | 'faults'> = SMOKE
  const found = verdictOf({ report: { ...HELD, ...report }, violations: [], cut: null, options, ...also })
  return { ...found, status: exitStatusOf(found) }
}

it('exits 0 where all held, on a slow machine too', () => {
  expect(verdict({})).toEqual({ failures: [], starved: null, status: 0 })
  expect(verdict({ slowdown: 9 })).toMatchObject({ status: 0 })
})

it('exits 1 for what was lost, however slow the machine', () => {
  const failures = ['a sample was never read']
  expect(verdict({ slowdown: 9 }, { violations: [LOST] })).toMatchObject({ failures, starved: null, status: 1 })
  expect(verdict({}, { violations: [LOST], cut: STARVED })).toMatchObject({ failures, status: 1 })
})

it('exits 2 for what did not come on a machine that is too slow, and 1 for what did not come on another', () => {
  expect(verdict({ fenced: 0 }, { cut: STARVED })).toEqual({ failures: [], starved: STARVED.sentence, status: 2 })
  expect(verdict({}, { cut: STUCK })).toEqual({ failures: [STUCK.sentence], starved: null, status: 1 })
})

it('allows a slow machine more time to end, and then says that it is the machine', () => {
  expect(verdict({ secondsAfterLastFault: 12 })).toMatchObject({ status: 1 })
  expect(verdict({ secondsAfterLastFault: 12, slowdown: 1.5 })).toMatchObject({ status: 0 })
  expect(verdict({ secondsAfterLastFault: 16, slowdown: 1.5 })).toMatchObject({ status: 1 })
  expect(verdict({ secondsAfterLastFault: 29, slowdown: 9 })).toMatchObject({ status: 0 })
  const late = verdict({ secondsAfterLastFault: 31, slowdown: 9 })
  expect(late).toMatchObject({ failures: [], status: 2 })
  expect(late.starved).toContain('9 times as long')
})

it('wants to have seen the fence at work', () => {
  expect(verdict({ fenced: 0 }).failures).toHaveLength(1)
})
