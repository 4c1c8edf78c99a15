import type { Judgement } from '@cges-fleet/core'
import { describe, expect, it } from 'vitest'
import { changeInCalls, wordOf } from '../../ui/format/judgements'
import { formatChange, formatP, formatPoints, formatPointsInterval } from '../../ui/format/numbers'
import { reportFixture } from '../../ui/methods/report-fixture'
import { comparedTo, finalOf } from './statistics/final-fixture'
import { statisticsIn } from './statistics/statistics-in'
import { storyOf } from './statistics/story'

const SC = reportFixture('sc@16', { calls: 16 })
const CHEAP = reportFixture('esc:window=2@16', { calls: 4 })
const DEAR = reportFixture('asc-beta@16', { calls: 8 })
const ALL = [SC, CHEAP, DEAR]

const DONE = { status: 'done', finishedAt: '2026-11-21T08:00:00Z' } as const
const RUNNING = { status: 'running', finishedAt: null } as const

/** What is said of a cheap and of a dear method, judged so. */
function storyWith(cheap: Judgement, dear: Judgement) {
  const compared = {
    [SC.key]: null,
    [CHEAP.key]: comparedTo(SC.key, cheap, 12),
    [DEAR.key]: comparedTo(SC.key, dear, 8),
  }
  return storyOf(DONE, ALL, finalOf(compared))
}

describe('the story', () => {
  it('names the cheapest method that keeps up, those that are better, and what is cheaper but open', () => {
    expect(storyWith('inconclusive', 'non-inferior')).toMatchObject({
      kind: 'pick',
      pick: { report: DEAR, change: -0.5 },
      cheaper: [{ report: CHEAP }],
      better: [],
    })
    expect(storyWith('non-inferior', 'better')).toMatchObject({ pick: { report: CHEAP }, better: [{ report: DEAR }] })
    expect(storyWith('worse', 'non-inferior')).toMatchObject({ pick: { report: DEAR }, cheaper: [] })
    expect(storyWith('worse', 'worse')).toMatchObject({ kind: 'none', nearest: { report: CHEAP } })
    expect(storyWith('non-inferior', 'inconclusive')).toMatchObject({ pick: { report: CHEAP }, cheaper: [] })
  })
  it('recommends a method that keeps up without saving calls only if no method may save some', () => {
    const story = (saved: number, dear: Judgement) =>
      storyOf(
        DONE,
        [SC, { ...CHEAP, calls: 16 - saved }, DEAR],
        finalOf({
          [SC.key]: null,
          [CHEAP.key]: comparedTo(SC.key, 'non-inferior', saved),
          [DEAR.key]: comparedTo(SC.key, dear, 8),
        }),
      )
    expect(story(0, 'inconclusive')).toMatchObject({ kind: 'open', pick: { report: DEAR } })
    expect(story(0.07, 'inconclusive')).toMatchObject({ kind: 'open', pick: { report: DEAR } })
    expect(story(0.09, 'inconclusive')).toMatchObject({ kind: 'pick', pick: { report: { key: CHEAP.key } } })
    expect(story(0, 'non-inferior')).toMatchObject({ kind: 'pick', pick: { report: DEAR } })
    expect(story(0, 'worse')).toMatchObject({ kind: 'pick', pick: { report: { key: CHEAP.key } } })
  })
  it('names what is open by the cheapest whose interval tells something, else by what can lose least', () => {
    expect(storyWith('worse', 'inconclusive')).toMatchObject({ kind: 'open', pick: { report: DEAR } })
    expect(storyWith('inconclusive', 'inconclusive')).toMatchObject({ kind: 'open', pick: { report: CHEAP } })
    const wide = { ...comparedTo(SC.key, 'inconclusive', 12), accuracy: { value: -0.1, low: -0.3, high: 0.1 } }
    const final = finalOf({
      [SC.key]: null,
      [CHEAP.key]: wide as never,
      [DEAR.key]: comparedTo(SC.key, 'inconclusive', 8),
    })
    expect(storyOf(DONE, ALL, final)).toMatchObject({ kind: 'open', pick: { report: DEAR } })
  })
  it('recommends no dearer method, unless it is more accurate', () => {
    const dearer = (judgement: Judgement, cheap: Judgement = 'worse') =>
      storyOf(
        DONE,
        [{ ...DEAR, calls: 8 }, { ...SC, calls: 9 }, CHEAP],
        finalOf({
          [DEAR.key]: null,
          [SC.key]: comparedTo(DEAR.key, judgement, -1),
          [CHEAP.key]: comparedTo(DEAR.key, cheap, 4),
        }),
      )
    for (const judgement of ['inconclusive', 'non-inferior'] as const)
      expect(dearer(judgement)).toMatchObject({ kind: 'none', isLost: false })
    expect(dearer('worse')).toMatchObject({ kind: 'none', isLost: true })
    expect(dearer('better')).toMatchObject({ kind: 'pick', pick: { report: { key: SC.key } } })
    expect(dearer('inconclusive', 'inconclusive')).toMatchObject({ kind: 'open', pick: { report: CHEAP } })
    expect(dearer('inconclusive', 'non-inferior')).toMatchObject({ kind: 'pick', pick: { report: CHEAP } })
  })
  it('recommends nothing before the statistics are there, whatever stands highest or costs least', () => {
    const good = { value: 0.99, low: 0.98, high: 1, n: 100 }
    const tempting = [SC, { ...CHEAP, interim: false, accuracy: good, resolved: 100 }]
    const kinds = [
      storyOf(RUNNING, [SC], null).kind,
      storyOf(RUNNING, tempting, null).kind,
      storyOf(DONE, tempting, null).kind,
      storyOf({ ...DONE, status: 'cancelled' }, tempting, null).kind,
    ]
    expect(kinds).toEqual(['nothing', 'running', 'computing', 'unfinished'])
  })
  it('has SC at its largest budget for a baseline, and praises no smaller one', () => {
    const one = reportFixture('sc@1', { calls: 1, resolved: 9 })
    expect(storyOf(RUNNING, [one, SC], null)).toMatchObject({ baseline: SC })
    const worse = { [SC.key]: null, [one.key]: comparedTo(SC.key, 'worse', 15) }
    expect(storyOf(DONE, [one, SC], finalOf(worse))).toMatchObject({ kind: 'none' })
  })
  it('recommends nothing where nobody is right, and a method as soon as one is', () => {
    const of = (value: number) => (report: typeof SC) => ({ ...report, accuracy: { value, low: 0, high: 0.1, n: 50 } })
    const kept = { [SC.key]: null, [CHEAP.key]: comparedTo(SC.key, 'non-inferior', 12) }
    expect(storyOf(DONE, [SC, CHEAP].map(of(0)), finalOf(kept))).toMatchObject({
      kind: 'nobody',
      first: { key: SC.key },
    })
    expect(storyOf(DONE, [of(0)(SC), of(0.02)(CHEAP)], finalOf(kept))).toMatchObject({ kind: 'pick' })
  })
  it('says why where nothing was compared', () => {
    const notCompared = { kind: 'one_method', counts: {}, why: null } as const
    const alone = { ...finalOf({ [SC.key]: null }), notCompared }
    expect(storyOf(DONE, [SC], alone)).toMatchObject({ kind: 'uncompared', why: notCompared, first: SC })
  })
})

const between = (low: number, high: number) => ({ value: (low + high) / 2, low, high })

it('calls a tie only what is judged non-inferior and may be no difference at all', () => {
  expect(wordOf({ judgement: 'non-inferior', accuracy: between(-0.005, 0.01) })).toBe('tie')
  expect(wordOf({ judgement: 'non-inferior', accuracy: between(0.001, 0.01) })).toBe('non-inferior')
  expect(wordOf({ judgement: 'inconclusive', accuracy: between(-0.02, 0.01) })).toBe('inconclusive')
})

it.each([
  [formatPoints(0.0041), '+0.4'],
  [formatPoints(-0.0004), '0.0'],
  [formatPoints(-0.012), '−1.2'],
  [formatPointsInterval({ low: -0.003, high: 0.011 }), '[−0.3, +1.1]'],
  [formatChange(-0.618), '−62%'],
  [formatChange(0), '0%'],
  [changeInCalls(-0.412), '41% fewer calls'],
  [changeInCalls(-0.004), 'no fewer calls'],
  [formatP(0.0004), '< .001'],
  [formatP(0.0496), '.050'],
  [formatP(1), '1'],
])('writes %s', (written, expected) => {
  expect(written).toBe(expected)
})

it('takes nothing else for statistics, such as what an API of an earlier release tells', () => {
  for (const text of ['', 'null', '{"detail":"no"}', '<html>', '{"final":null,"samples":{"outcomes":{}}}'])
    expect(statisticsIn(text)).toBeNull()
  expect(statisticsIn('{"final":{"signals":[]},"samples":{"outcomes":{},"readings":{}}}')).toBeNull()
  expect(statisticsIn('{"final":null,"samples":{"outcomes":{},"readings":{}}}')).toMatchObject({ final: null })
})
