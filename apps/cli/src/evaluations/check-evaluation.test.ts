import {
  ABOUT_TINY,
  type Bounds,
  type EvaluationStatistics,
  type EvaluationView,
  type FinalStatistics,
} from '@cges-fleet/core'
import { parseMethodSpec } from '@cges-fleet/methods'
import { methodReport, summariseReadings } from '@cges-fleet/statistics'
import { expect, it } from 'vitest'
import { junitReport } from './check-command.js'
import { type Check, checkEvaluation } from './check-evaluation.js'

const NOTHING = { trials: 9, started: 9, blocked: 0, byCalls: [], openByDepth: [], leading: 0, leadingCorrect: 0 }
const TERMS = { delta: 1, maxCalls: null, maxTokens: null, methods: [] }

const reports = ['sc@16', 'esc:window=4@16', 'asc-beta@16'].map((text) => {
  const parsed = parseMethodSpec(text, 16)
  if (!parsed.ok) throw new Error(parsed.problem)
  return methodReport(parsed.spec, NOTHING)
})
const [SC, ESC, ASC] = reports.map(({ key }) => key)

/** The part of a view that the check uses. */
const view = {
  id: 'e1',
  name: 'Nightly <1> & "more"\u0000',
  simulated: false,
  provenance: 'tiny',
  source: null,
  status: 'done',
  trials: { total: 20, closed: 20, blocked: 0 },
  independence: { state: 'distinct', copied: 0, questions: 10 },
  methods: reports,
} as unknown as EvaluationView

type Difference = readonly [low: number, high: number, holmP: number]

function statisticsOf(differences: readonly (Difference | null)[]): EvaluationStatistics {
  const methods = reports.map(({ key }, at) => {
    const difference = at === 0 ? null : (differences[at - 1] ?? null)
    const [low, high, holmP] = difference ?? [0, 0, 1]
    const accuracy = { value: (low + high) / 2, low, high }
    const comparison = { baseline: SC, accuracy, holmP, minimumDetectable: 0.02 }
    const costs = { calls: { value: 4 * at, low: 1, high: 9 }, tokens: { value: 400 * at, low: 1, high: 900 } }
    return { key, ...costs, comparison: difference === null ? null : comparison }
  })
  const final = { margin: 0.01, methods, notCompared: null } as unknown as FinalStatistics
  return {
    id: 'e1',
    version: 1,
    interim: null,
    samples: { outcomes: {}, readings: summariseReadings([]) },
    rules: { tie: '', noAnswer: '' },
    decided: null,
    final,
  }
}

const BETTER: Difference = [0.01, 0.05, 0.01]
const KEPT: Difference = [-0.009, 0.02, 0.7]
const WORSE: Difference = [-0.05, -0.02, 0.001]
const OPEN: Difference = [-0.04, 0.03, 0.8]

const resultOf = (...[statistics, terms = {}]: [EvaluationStatistics, Partial<typeof TERMS>?]): Check =>
  checkEvaluation(view, statistics, { ...TERMS, ...terms })

it.each([
  ['better and non-inferior pass', [BETTER, KEPT], 'passed'],
  ['one that is worse fails, whatever the others are', [OPEN, WORSE], 'failed'],
  ['one that is inconclusive is undecided', [BETTER, OPEN], 'undecided'],
  ['one without a comparison is undecided', [BETTER, null], 'undecided'],
] as const)('%s', (_, differences, expected) => {
  expect(resultOf(statisticsOf(differences)).result).toBe(expected)
})

it('passes nothing whose samples are copies, and says so in the report of a CI, whatever the methods are', () => {
  const said = expect.stringContaining('10 of 10 questions have one text in all their samples')
  const copied = { ...view, independence: { state: 'copies', copied: 10, questions: 10 } } as unknown as EvaluationView
  const check = checkEvaluation(copied, statisticsOf([BETTER, KEPT]), TERMS)
  expect(check).toMatchObject({ result: 'copies', copies: said })
  const report = junitReport([check])
  expect(report).toContain(`<failure type="copies" message="${check.copies}"/>`)
  expect(report).toContain('tests="3" failures="1" errors="0"')
})

it('passes nothing of which questions failed, and counts them in the report of a CI', () => {
  const incomplete = { ...view, trials: { total: 20, closed: 19, blocked: 1 } }
  const check = checkEvaluation(incomplete, statisticsOf([BETTER, KEPT]), TERMS)
  expect(check).toMatchObject({ result: 'undecided', incomplete: '1 of 20 failed' })
  expect(check.methods.map(({ result }) => result)).toEqual(['passed', 'passed'])
  expect(junitReport([check])).toContain('<error type="incomplete" message="1 of 20 failed"/>')
  expect(junitReport([check])).toContain('tests="3" failures="0" errors="1"')
  expect(checkEvaluation(incomplete, statisticsOf([BETTER, WORSE]), TERMS).result).toBe('failed')
})

it('judges by the loss that is accepted here, not by the one the API assumes', () => {
  expect(resultOf(statisticsOf([OPEN, OPEN]), { delta: 4.1 }).result).toBe('passed')
  expect(resultOf(statisticsOf([KEPT, KEPT]), { delta: 0.5 }).result).toBe('undecided')
})

it('fails what is charged more calls than allowed, however accurate', () => {
  const check = resultOf(statisticsOf([BETTER, BETTER]), { maxCalls: 6 } as object)
  expect(check.methods.map(({ result }) => result)).toEqual(['passed', 'failed'])
})

it('fails what generates more tokens than allowed, and decides nothing where they are not known', () => {
  const statistics = statisticsOf([BETTER, BETTER])
  const check = resultOf(statistics, { maxTokens: 600 } as object)
  expect(check.methods.map(({ result, tokens }) => [result, tokens])).toEqual([
    ['passed', 400],
    ['failed', 800],
  ])
  const methods = statistics.final?.methods.map((method) => ({ ...method, tokens: null }))
  const silent = { ...statistics, final: { ...statistics.final, methods } } as EvaluationStatistics
  expect(resultOf(silent, { maxTokens: 600 } as object)).toMatchObject({
    result: 'undecided',
    methods: [{ reason: expect.stringContaining('tokens') }, {}],
  })
  expect(resultOf(silent).result).toBe('passed')
})

it('checks the methods one names, and refuses those that are not there', () => {
  const check = resultOf(statisticsOf([BETTER, WORSE]), { methods: ['esc'] } as object)
  expect(check).toMatchObject({ result: 'passed', methods: [{ method: ESC }] })
  expect(() => resultOf(statisticsOf([BETTER, WORSE]), { methods: ['dsc'] } as object)).toThrow(/esc:window=4@16/)
})

it('decides nothing on an evaluation that is not complete', () => {
  const running = {
    ...statisticsOf([]),
    final: null,
    interim: { kind: 'not_done', counts: {}, why: 'running' } as const,
  }
  expect(resultOf(running)).toMatchObject({
    result: 'undecided',
    methods: [{ reason: expect.stringMatching(/^it is running: p-values/) }, {}],
  })
})

it('writes JUnit that can be read, with the reason of each', () => {
  const xml = junitReport([resultOf(statisticsOf([WORSE, OPEN]))])
  expect(xml).toContain('tests="2" failures="1" errors="1"')
  expect(xml).toContain('Nightly &lt;1&gt; &amp; &quot;more&quot;\u{FFFD}')
  expect(xml).toContain('— TINY MODEL, delta 1 points"')
  expect(xml).toContain('<property name="provenance" value="tiny"/>')
  expect(xml).toContain(ABOUT_TINY)
  expect(xml).toMatch(new RegExp(`name="${ESC}"><failure type="worse" message="worse: -3.5`))
  expect(xml).toContain(`name="${ASC}"><error type="inconclusive"`)
})

const GROUPS = ['sc', 'esc', 'asc'] as const

/** An evaluation that its `until` ended: figures of its finished questions, and differences to a baseline. */
function decidedOf(baseline: (typeof GROUPS)[number], differences: Partial<Record<(typeof GROUPS)[number], Bounds>>) {
  const keyOf = (name: (typeof GROUPS)[number]) => reports[GROUPS.indexOf(name)]?.key ?? ''
  const live = { value: 0.8, low: 0.7, high: 0.9, n: 200, calls: 5, callsLow: 4, callsHigh: 6 }
  // The page compares with another method: a check does not read its difference.
  const other = { baseline: 'other', value: -0.3, low: -0.4, high: -0.2 }
  const methods = reports.map((report) => ({ ...report, interim: true, live: { ...live, difference: other } }))
  const decided = GROUPS.flatMap((name) => {
    const limits = differences[name]
    const value = limits === undefined ? 0 : (limits.low + limits.high) / 2
    return limits === undefined
      ? []
      : [{ key: keyOf(name), baseline: keyOf(baseline), value, low: limits.low, high: limits.high, n: 200 }]
  })
  const statistics = { ...statisticsOf([]), final: null, interim: { kind: 'decided', counts: {}, why: null }, decided }
  return [
    { ...view, status: 'decided', methods } as unknown as EvaluationView,
    statistics as EvaluationStatistics,
  ] as const
}

it('passes and fails methods of a decided evaluation by limits for all questions, and names what they are against', () => {
  const kept = decidedOf('sc', { esc: { low: -0.009, high: 0.02 }, asc: { low: -0.005, high: 0.01 } })
  const check = checkEvaluation(...kept, TERMS)
  expect(check).toMatchObject({ result: 'passed', methods: [{ method: ESC }, { method: ASC }] })
  expect(check.methods[0]?.reason).toBe(
    `+0.6 [-0.9, +2.0] points against ${SC} for all questions, by the first 200 finished`,
  )
  const lost = decidedOf('sc', { esc: { low: -0.009, high: 0.02 }, asc: { low: -0.05, high: -0.02 } })
  expect(checkEvaluation(...lost, TERMS).methods.map(({ result }) => result)).toEqual(['passed', 'failed'])
  const open = decidedOf('sc', { esc: { low: -0.02, high: 0.02 }, asc: { low: -0.005, high: 0.01 } })
  expect(checkEvaluation(...open, TERMS).result).toBe('undecided')
  expect(checkEvaluation(...open, { ...TERMS, delta: 2 }).result).toBe('passed')
  expect(checkEvaluation(...kept, { ...TERMS, maxCalls: 4.5 } as object as typeof TERMS).result).toBe('failed')
})

it('checks a decided evaluation against another baseline, which is not checked itself', () => {
  const against = decidedOf('esc', { sc: { low: -0.005, high: 0.01 }, asc: { low: -0.005, high: 0.01 } })
  expect(checkEvaluation(...against, TERMS)).toMatchObject({
    result: 'passed',
    methods: [{ method: ASC, reason: expect.stringContaining(`against ${ESC} for`) }],
  })
})
