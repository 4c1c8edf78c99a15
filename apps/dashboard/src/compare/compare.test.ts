import type { ComparedEvaluation, ComparedPair, ComparedSetting, SettingKind } from '@cges-fleet/core'
import { describe, expect, test } from 'vitest'
import { reportFixture } from '../families/report-fixture'
import { compareAddress, comparedIn, evaluationsIn } from './compared-address'
import { differencesText, noteOf } from './differences-text'
import { fairnessOf } from './fairness-of'
import { judgedPairs } from './judged-pairs'
import { nameComparison, pairName } from './named-comparison'
import { suiteTableOf } from '../suite/suite-table-of'
import { suiteText } from '../suite/suite-text'

const setting = (kind: SettingKind, same: boolean): ComparedSetting => ({
  kind,
  name: kind,
  values: ['a', same ? 'a' : 'b'],
  same,
})

describe('fairness', () => {
  test('names the one thing that differs', () => {
    const settings = [setting('model', false), setting('sampling', true), setting('drawing', false)]
    expect(fairnessOf(settings)).toMatchObject({ level: 'one', words: expect.stringContaining('their model alone') })
  })
  test('says that several cannot be told apart', () => {
    const settings = [setting('model', false), setting('sampling', false)]
    expect(fairnessOf(settings)).toMatchObject({
      level: 'several',
      words: expect.stringContaining('model and sampling'),
    })
  })
  test('takes other seeds for a repetition', () => {
    expect(fairnessOf([setting('model', true), setting('drawing', false)]).level).toBe('fair')
  })
})

test('an address is read and written the same, and what it does not know is left out', () => {
  const query = { evaluations: 'a,b', methods: 'sc@16;esc:window=4@16', base: 'b' }
  const address = compareAddress(query)
  expect(comparedIn(Object.fromEntries(new URL(address, 'http://x').searchParams))).toEqual(query)
  expect(comparedIn({ evaluations: ['a', 'b'], unknown: '1' })).toEqual({})
  expect(evaluationsIn({ evaluations: 'a,,b' })).toEqual(['a', 'b'])
  expect(compareAddress(query, { base: '' })).not.toContain('base')
})

const SC = reportFixture('sc@4')
const ESC = reportFixture('esc:window=2@4')

function evaluation(id: string, accuracies: readonly [number, number], changes: Partial<ComparedEvaluation> = {}) {
  const [sc, esc] = accuracies.map((value) => ({ value, low: value - 0.1, high: value + 0.1, n: 10 }))
  const final = { interim: false, live: null }
  return {
    id,
    name: `evaluation ${id}`,
    status: 'done',
    benchmark: { name: id, title: `Benchmark ${id}`, revision: id, generated: false, questions: 10 },
    methods: [
      { ...SC, ...final, accuracy: sc, calls: 4 },
      { ...ESC, ...final, accuracy: esc, calls: 2.5 },
    ],
    ...changes,
  } as ComparedEvaluation
}

const pair = (id: string): ComparedPair => ({
  evaluation: id,
  method: ESC.key,
  base: id,
  baseMethod: SC.key,
  state: 'paired',
  why: null,
  paired: {
    questions: 10,
    trials: 10,
    both: 6,
    onlyThis: 1,
    onlyBase: 2,
    neither: 1,
    accuracy: -0.1,
    calls: -1.5,
    baseCalls: 4,
  },
  unpaired: null,
})

function comparison(evaluations: readonly ComparedEvaluation[]) {
  const ids = evaluations.map(({ id }) => id)
  const rest = { leftOut: [], methodsLeftOut: [], with: 'own' as const, base: null, settings: [] }
  return { ...rest, evaluations: [...evaluations], pairs: ids.map(pair) }
}

describe('a suite’s table', () => {
  const whole = comparison([evaluation('x', [0.8, 0.7]), evaluation('y', [0.6, 0.6])])
  test('averages columns, each weighing the same, and prints them as a paper does', () => {
    const named = nameComparison(whole)
    const table = suiteTableOf(named, null)
    expect(table.rows.map(({ average }) => average)).toEqual([
      { accuracy: 0.7, calls: 4 },
      { accuracy: expect.closeTo(0.65), calls: 2.5 },
    ])
    const { columns, rows } = suiteText(named, table)
    expect(columns.slice(-4)).toEqual(['Benchmark y Acc (%)', 'Benchmark y #Calls', 'Avg Acc (%)', 'Avg #Calls'])
    expect(rows[0]?.slice(1, 3)).toEqual([
      { text: '80.0', strong: true },
      { text: '4.00', strong: false },
    ])
    // Equal figures of a column are both its best.
    expect([rows[0]?.[3], rows[1]?.[3]]).toEqual([
      { text: '60.0', strong: true },
      { text: '60.0', strong: true },
    ])
    expect(rows[2]).toEqual([`Δ ${named.methods[1]?.name ?? ''}`, '−10.0', '−1.50', '−10.0', '−1.50', '', ''])
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

test('pairs are named by what differs between their sides, and copied with their counts', () => {
  const named = nameComparison(comparison([evaluation('x', [0.8, 0.7])]))
  const [first] = named.pairs
  if (first === undefined) throw new Error('no pair')
  const other = { ...first.base, letter: 'B', evaluation: 'y' }
  expect(pairName(first)).toBe(`A: ${first.own.name} against ${first.base.name}`)
  expect(pairName({ ...first, base: { ...other, key: first.own.key } })).toBe(`${first.own.name}: A against B`)
  expect(pairName({ ...first, base: other })).toBe(`A ${first.own.name} against B ${other.name}`)
  const text = differencesText(judgedPairs(named.pairs, null), [])
  expect(text.rows[0]?.slice(-4)).toEqual(['6', '1', '2', '1'])
  expect([noteOf(3).includes('Holm'), noteOf(4).includes('Holm')]).toEqual([false, true])
})
