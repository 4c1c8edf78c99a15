import type { ComparedPair } from '@cges-fleet/core'
import { describe, expect, test } from 'vitest'
import { whyNotCompared } from './suite-figures'
import { nameComparison } from '../compare/comparison'
import { comparison, evaluation, withoutTokens } from '../compare/comparison-fixture'
import { suiteMatrixOf, suiteTableOf } from './suite-rows'
import { suiteText } from './suite-text'

/** An evaluation of another pool. */
const onOther = (id: string, of: readonly [number, number]) => {
  const made = evaluation(id, of)
  return { ...made, id: `${id}2`, pool: { ...made.pool, name: 'other', model: 'other-model' } }
}

const EARLY = {
  trials: 90,
  closed: 40,
  onlyThis: 1,
  onlyBase: 2,
  unknown: 0,
  judgement: 'inconclusive',
  baseCalls: 4,
} as const

describe('a suite’s table', () => {
  const whole = comparison([evaluation('x', [0.8, 0.7]), evaluation('y', [0.6, 0.6])])
  test('averages columns, each weighing the same, and prints them as a paper does', () => {
    const named = nameComparison(whole)
    const table = suiteTableOf(named, null)
    expect(table.rows.map(({ average }) => average)).toEqual([
      { accuracy: 0.7, calls: 4, tokens: 400 },
      { accuracy: expect.closeTo(0.65), calls: 2.5, tokens: 250.4 },
    ])
    const { columns, rows } = suiteText(named, suiteMatrixOf(named, null))
    expect(columns.slice(-6)).toEqual([
      'Benchmark y Acc (%)',
      'Benchmark y #Calls',
      'Benchmark y #Tokens',
      'Avg Acc (%)',
      'Avg #Calls',
      'Avg #Tokens',
    ])
    expect(rows[0]?.slice(1, 4)).toEqual([{ text: '80.0', strong: true }, { text: '4.00', strong: false }, '400'])
    expect(rows[1]?.at(-1)).toBe('250')
    // Equal figures of a column are both its best.
    expect([rows[0]?.[4], rows[1]?.[4]]).toEqual([
      { text: '60.0', strong: true },
      { text: '60.0', strong: true },
    ])
    expect(rows[2]).toEqual([
      `Δ ${named.methods[1]?.name ?? ''}`,
      '−10.0',
      '−1.50',
      '−150',
      '−10.0',
      '−1.50',
      '−150',
      '',
      '',
      '−150',
    ])
  })
  test('marks no method as the most accurate where nobody is right', () => {
    const none = nameComparison(comparison([evaluation('x', [0, 0]), evaluation('y', [0.1, 0])]))
    const { rows } = suiteTableOf(none, null)
    expect(rows.map(({ cells }) => cells.map(({ isMostAccurate }) => isMostAccurate))).toEqual([
      [false, true],
      [false, false],
    ])
  })
  test('marks what was decided as estimates for all questions, which move no more', () => {
    const decided = evaluation('x', [0.8, 0.7], { status: 'decided' })
    const live = { value: 0.8, low: 0.7, high: 0.9, n: 6, calls: 4, callsLow: 3, callsHigh: 4, difference: null }
    const estimated = (of: boolean) =>
      nameComparison(
        comparison([
          {
            ...decided,
            methods: decided.methods.map((each) => ({ ...each, interim: true, live: { ...live, decided: of } })),
          },
        ]),
      )
    const { rows, note } = suiteText(estimated(true), suiteMatrixOf(estimated(true), null))
    expect(rows[0]?.[1]).toBe('decided 80.0')
    expect(note).toContain('estimates for all questions')
    expect(note).not.toContain('may still move')
    const running = suiteText(estimated(false), suiteMatrixOf(estimated(false), null))
    expect(running.rows[0]?.[1]).toBe('so far 80.0')
    expect(running.note).toMatch(/may still move(?!.*estimates)/u)
  })
  test('has the differences of what ended early, marked as decided', () => {
    const both = comparison([evaluation('x', [0.8, 0.7]), evaluation('y', [0.6, 0.6], { status: 'decided' })])
    const [x, y] = both.pairs
    if (x === undefined || y === undefined) throw new Error('no pairs')
    const early = { ...EARLY, accuracy: { value: -0.031, low: -0.08, high: 0.02 }, calls: -2.5 }
    const named = nameComparison({ ...both, pairs: [x, { ...y, state: 'early', paired: null, early }] })
    const { rows } = suiteText(named, suiteMatrixOf(named, null))
    expect(rows[2]?.slice(0, 6)).toEqual(['Δ ESC w=2', '−10.0', '−1.50', '−150', 'decided −3.1', '−2.50'])
    expect(whyNotCompared(named)).toEqual([])
  })
  test('has a part for each pool, says what one did not run, and gives it no average', () => {
    const named = nameComparison(comparison([...whole.evaluations, onOther('x', [0.9, 0.5])]))
    const matrix = suiteMatrixOf(named, null)
    expect(matrix.columns).toEqual(['Benchmark x', 'Benchmark y'])
    expect(matrix.sections.map(({ pool, places, table }) => [pool, places, table.withheld])).toEqual([
      [whole.evaluations[0]?.pool.name, [0, 1], null],
      ['other', [0, null], 'Benchmark y was not run with other-model'],
    ])
    expect(matrix.sections[0]?.table.rows[0]?.average?.accuracy).toBeCloseTo(0.7)
    expect(matrix.sections[1]?.table.rows[0]?.cells[0]).toMatchObject({ isMostAccurate: true })
    expect(matrix.sections[1]?.table.rows[0]?.average).toBeNull()
    const { columns, rows, note } = suiteText(named, matrix)
    expect(columns.slice(0, 2)).toEqual(['Model', 'Method'])
    expect(rows.every((row) => row.length === columns.length)).toBe(true)
    expect(rows.at(-1)?.slice(0, 1)).toEqual(['other-model'])
    expect(note).toContain('No average: Benchmark y was not run with other-model.')
  })
  test('where questions failed nothing is the best, and a copy says so', () => {
    const trials = { total: 20, closed: 10, blocked: 10 }
    const [x, y] = [evaluation('x', [0.8, 0.7]), evaluation('y', [1, 0.9], { trials })]
    const failed = { ...y, methods: y.methods.map((method) => ({ ...method, trials: 20, blocked: 10 })) }
    const named = nameComparison(comparison([x, failed]))
    const table = suiteTableOf(named, null)
    expect(table.rows[0]?.cells.map((cell) => [cell.isMostAccurate, cell.isCheapest])).toEqual([
      [true, false],
      [false, false],
    ])
    expect(suiteText(named, suiteMatrixOf(named, null)).note).toContain(
      'Incomplete: Benchmark y, 10 of 20 failed; no figure includes them.',
    )
  })
  test('differences in tokens are told only of the same trials, and on average only where every column tells', () => {
    const [x, y] = whole.evaluations
    if (x === undefined || y === undefined) throw new Error('no evaluations')
    const fewer = { ...y, methods: y.methods.map((method) => ({ ...method, resolved: 9 })) }
    const table = suiteTableOf(nameComparison({ ...whole, evaluations: [x, fewer] }), null)
    expect(table.rows[1]?.cells.map(({ tokensDelta }) => tokensDelta)).toEqual([expect.closeTo(-149.6), null])
    expect(table.rows[1]?.averageTokensDelta).toBeNull()
  })
  test('has no column of tokens where none are known, and no average where those of one column are not', () => {
    const [x, y] = whole.evaluations
    if (x === undefined || y === undefined) throw new Error('no evaluations')
    const none = nameComparison({ ...whole, evaluations: [withoutTokens(x), withoutTokens(y)] })
    expect(suiteText(none, suiteMatrixOf(none, null)).columns.some((name) => name.includes('Tokens'))).toBe(false)
    const one = suiteTableOf(nameComparison({ ...whole, evaluations: [x, withoutTokens(y)] }), null)
    expect(one.rows.map(({ average }) => average?.tokens)).toEqual([null, null])
  })
  test('withholds averages while a column is not final, and where one counts twice', () => {
    const running = comparison([evaluation('x', [0.8, 0.7]), evaluation('y', [0.6, 0.6], { status: 'running' })])
    expect(suiteTableOf(nameComparison(running), null)).toMatchObject({ withheld: expect.stringContaining('no final') })
    const other = evaluation('z', [0.6, 0.6])
    const twice = comparison([evaluation('x', [0.8, 0.7]), { ...other, benchmark: { ...other.benchmark, name: 'x' } }])
    const table = suiteTableOf(nameComparison(twice), null)
    expect([table.withheld, table.rows[0]?.average]).toEqual([expect.stringContaining('twice'), null])
  })
})

test('a suite says once of which benchmark it has no differences', () => {
  const whole = comparison([evaluation('x', [0.8, 0.7]), evaluation('y', [0.6, 0.6])])
  const [x, y] = whole.pairs
  if (x === undefined || y === undefined) throw new Error('no pairs')
  const apart: ComparedPair = {
    ...y,
    state: 'excluded',
    paired: null,
    note: { kind: 'blocked', counts: { blocked: 1, trials: 9 }, why: 'of y' },
  }
  expect(whyNotCompared(nameComparison({ ...whole, pairs: [x, apart, apart] }))).toEqual([
    'No difference is shown for Benchmark y: “of y”: 1 of 9 questions failed because samples could not be drawn.',
  ])
})
