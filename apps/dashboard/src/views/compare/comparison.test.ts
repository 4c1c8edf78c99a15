import type { ComparedSetting, Judgement, SettingKind } from '@cges-fleet/core'
import { describe, expect, test } from 'vitest'
import { compareAddress, comparedIn, evaluationsIn } from '../../addresses/comparisons'
import { commonBase, fairnessOf, judgedPairs, nameComparison, pairName } from './comparison'
import { comparison, evaluation, withoutTokens } from './comparison-fixture'
import { differencesText, judgedFinding, noteOf } from './differences-table'

const setting = (kind: SettingKind, same: boolean): ComparedSetting => ({
  kind,
  name: kind,
  values: ['a', same ? 'a' : 'b'],
  same,
})

describe('fairness', () => {
  test('names the one thing that differs', () => {
    const settings = [setting('model', false), setting('sampling', true), setting('drawing', false)]
    expect(fairnessOf(settings)).toMatchObject({ level: 'one', words: expect.stringContaining('only in their model;') })
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
  expect(comparedIn({ base: ['a', 'b'], unknown: '1' })).toEqual({})
  expect(evaluationsIn({ evaluations: 'a,,b' })).toEqual(['a', 'b'])
  expect(compareAddress(query, { base: '' })).not.toContain('base')
})

test('what differences come to is told once all are judged, those settled by name', () => {
  const { pairs } = nameComparison(comparison([evaluation('x', [0.8, 0.7])]))
  const nothing = { value: 0, low: 0, high: 0 }
  const judged = (...judgements: Judgement[]) =>
    judgements.flatMap((judgement) =>
      judgedPairs(pairs, null).map((each) => ({
        ...each,
        difference: {
          ...each.pair,
          accuracy: nothing,
          calls: nothing,
          p: 1,
          midP: 1,
          exact: true,
          holmP: 1,
          minimumDetectable: 0,
          judgement,
        },
      })),
    )
  const [first] = pairs
  const base = ` against ${first?.base.name ?? ''}`
  const name = `${first?.own.letter ?? ''}: ${first?.own.name ?? ''}`
  expect(judgedFinding(judgedPairs(pairs, null))).toBeNull()
  expect(judgedFinding(judged('worse', 'inconclusive', 'non-inferior'))).toBe(
    `Worse: ${name}. 1 tie, 1 inconclusive, all${base}.`,
  )
  expect(judgedFinding(judged('better', 'better', 'better'))).toBe(`Better: ${name}, ${name} and 1 more, all${base}.`)
})

test('pairs are named by what differs between their sides, and copied with their counts', () => {
  const named = nameComparison(comparison([evaluation('x', [0.8, 0.7])]))
  const [first] = named.pairs
  if (first === undefined) throw new Error('no pair')
  const other = { ...first.base, letter: 'B', evaluation: 'y' }
  expect(pairName(first)).toBe(`A: ${first.own.name} against ${first.base.name}`)
  expect(pairName({ ...first, base: { ...other, key: first.own.key } })).toBe(`${first.own.name}: A against B`)
  expect(pairName({ ...first, base: other })).toBe(`A ${first.own.name} against B ${other.name}`)
  const same = { ...first, own: { ...first.own, name: 'CGES' } }
  expect(commonBase([first, same])).toBe(` against ${first.base.name}`)
  expect([commonBase([first]), commonBase([first, { ...first, base: other }])]).toEqual([null, null])
  const text = differencesText(judgedPairs(named.pairs, null), [])
  expect(text.rows[0]?.slice(-4)).toEqual(['6', '1', '2', '1'])
  const tokens = text.columns.indexOf('Δ tokens')
  expect(text.rows[0]?.[tokens]).toBe('−150')
  const silent = nameComparison(comparison([withoutTokens(evaluation('x', [0.8, 0.7]))]))
  expect(differencesText(judgedPairs(silent.pairs, null), []).rows[0]?.[tokens]).toBe('—')
  const fewer = judgedPairs(named.pairs, null).map((each) => ({ ...each, counts: { ...each.counts, trials: 9 } }))
  expect(differencesText(fewer, []).rows[0]?.[tokens]).toBe('—')
  expect([noteOf(3).includes('Holm'), noteOf(4).includes('Holm')]).toEqual([false, true])
})

test('reads what a form names one by one, and nothing from what can be there but once', () => {
  const query = comparedIn({ evaluations: ['a,b', '', 'c'], methods: ['sc@4', 'x@4'], base: ['a', 'b'], q: 'z' })
  expect(query).toEqual({ evaluations: 'a,b,c', methods: 'sc@4;x@4' })
})
