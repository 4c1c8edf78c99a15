import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import { methodReport } from '@cges-fleet/statistics'
import { expect, it } from 'vitest'
import { liveLine, methodTable } from './method-table.js'

const ended = { trials: 4, started: 4, blocked: 0, openByDepth: [], leading: 0, leadingCorrect: 0 }

/** Of an evaluation that is done, as much as its table is made from. */
function tableOf(...tokens: readonly (number | null)[]): string {
  const methods: MethodReport[] = tokens.map((sum, at) =>
    methodReport(
      { method: 'sc', budget: 8 + at },
      { ...ended, byCalls: [{ calls: 8 + at, resolved: 4, correct: 3, tokens: sum }] },
    ),
  )
  const view: Pick<EvaluationView, 'status' | 'replicates' | 'methods'> = { status: 'done', replicates: 1, methods }
  return methodTable(view as EvaluationView).join('\n')
}

it('has tokens per question beside calls where any are known', () => {
  expect(tableOf(4800, null)).toMatch(
    /calls +saved +tokens.*\nsc@8 .* 8\.00 +0\.0 % +1200 .*\nsc@9 .* 9\.00 +0\.0 % +— /,
  )
  expect(tableOf(null, null)).not.toContain('tokens')
})

it('says of a decided one that its figures are estimates, within 120 columns', () => {
  const difference = { baseline: 'sc@8', value: 0, low: -0.01, high: 0.01 }
  const live = {
    value: 0.8,
    low: 0.7,
    high: 0.9,
    n: 25,
    calls: 4,
    callsLow: 3,
    callsHigh: 5,
    difference,
    decided: true,
  }
  const byCalls = [{ calls: 8, resolved: 45, correct: 36, tokens: null }]
  const report = methodReport({ method: 'sc', budget: 8 }, { ...ended, trials: 60, started: 45, byCalls })
  const view = { status: 'decided', replicates: 1, methods: [{ ...report, live }] }
  const [head, row] = methodTable(view as unknown as EvaluationView)
  expect(head).toMatch(/^method +accuracy, estimated +minus sc@8, alone +calls, estimated +saved /u)
  expect(row).toMatch(/^sc@8 +80\.0 % \[70\.0, 90\.0\] +0\.0 \[−1\.0, \+1\.0\] +4\.00 \[3\.0, 5\.0\] .* 45\/60$/u)
  expect(row).not.toMatch(/so far|will end/u)
  const named = { ...report, live, label: 'cges:confidence=lns-arith,gamma=0.9@16' }
  expect(methodTable({ ...view, methods: [report, named] } as unknown as EvaluationView)[0]?.length).toBeLessThan(121)
  // None of the first 9 is right, but one of the others is: 5 % is certain, and no estimate.
  const few = { ...live, value: 0.05, low: 0.05, high: 0.3, n: 9 }
  const [, certain] = methodTable({ ...view, methods: [{ ...report, live: few }] } as unknown as EvaluationView)
  expect(certain).toMatch(/^sc@8 +\[5\.0, 30\.0\] +0/u)
})

it('says beside an accuracy how many failed, which count nowhere', () => {
  const byCalls = [{ calls: 8, resolved: 2, correct: 2, tokens: null }]
  const methods = [methodReport({ method: 'sc', budget: 8 }, { ...ended, blocked: 2, byCalls })]
  const view = { status: 'done', replicates: 1, methods }
  expect(methodTable(view as unknown as EvaluationView).join('\n')).toMatch(/100\.0 %, 2 of 4 failed/)
})

/** A running evaluation, as much as its line is made from. */
function lineOf(changes: Partial<EvaluationView>, labels: readonly string[], n = 60): string {
  const live = { value: 0.813, low: 0.72, high: 0.881, n, decided: changes.status === 'decided' }
  const methods = labels.map((label) => ({ label, live, interim: true }))
  const running = { name: 'mine', status: 'running', provenance: 'model', source: null, waits: null }
  const trials = { total: 240, closed: 60, blocked: 0 }
  return liveLine({ ...running, trials, methods, ...changes } as unknown as EvaluationView)
}

it('has on a line of a log as many methods as fit, and the number of the others', () => {
  expect(lineOf({}, ['sc@16', 'asc-beta@16', 'esc:window=4@16'])).toBe(
    'mine · live · 60/240 questions finished · sc@16 so far 81.3 % (ends 72.0 to 88.1 %) · 2 more',
  )
  const long = 'cges:confidence=self-certainty-b10-window,gamma=0.99,min-samples=4@64'
  expect(lineOf({ name: 'a name that goes on and on and on and on' }, [long, long])).toBe(
    'a name that goes on and on an… · live · 60/240 questions finished · 2 methods',
  )
})

it('calls figures of a decided evaluation decided on that line', () => {
  expect(lineOf({ status: 'decided' }, ['sc@16'])).toContain(' · sc@16 decided 81.3 % (72.0 to 88.1 %)')
})

it('shows where an accuracy ends, and none so far, while fewer than ten questions are finished', () => {
  expect(lineOf({}, ['sc@16'], 9)).toBe('mine · live · 60/240 questions finished · sc@16 ends 72.0 to 88.1 %')
})

it('says on that line why the evaluation waits, in 100 characters at most', () => {
  const why = 'the model server answered 307 and told the worker to look for another one elsewhere'
  const waits = { kind: 'no-worker', counts: { known: 2 }, why } as const
  const line = lineOf({ waits }, ['sc@16'])
  expect(line).toMatch(/^mine · live · 60\/240 questions finished · No worker is ready, of 2 \(the model .*…$/)
  expect(line).toHaveLength(100)
})
