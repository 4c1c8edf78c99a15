import type { GammaAdvice, Judgement, SignalQuality } from '@cges-fleet/core'
import { describe, expect, it, test } from 'vitest'
import { reportFixture } from '../../../ui/methods/report-fixture'
import { comparedTo, finalOf } from '../statistics/final-fixture'
import { comparedIn } from '../statistics/story'
import { adviceWords, gammaTable, labelsNote, mapNote, tuneCommand } from './signal-advice'
import { qualityTable } from './signal-tables'
import { usedSignals } from './signals'

const quality = {
  signal: 'lns-arith',
  ece10: 0.123,
  ece10Interval: null,
  auc: 0.8,
  aucInterval: null,
  brier: 0.1,
  sharpness: 0.2,
  muHat: 0.5,
  median: 0.9,
  drift: { positive: null, unseen: 0 },
  constant: null,
} as unknown as SignalQuality

test('a calibration error of fewer answers than tell one is withheld, as beside the picture', () => {
  const rows = [99, 100].map((n) => qualityTable([{ ...quality, n }]).rows[0])
  expect(rows.map((row) => row?.[2])).toEqual(['n < 100', '0.123'])
})

const SC = reportFixture('sc@16', { calls: 16 })
const CGES = reportFixture('cges:confidence=lns-arith,gamma=0.95@16', { calls: 4 })

function adviceOf(judgement: Judgement, { saved = 12, median = 0.8 } = {}): string {
  const final = finalOf({ [SC.key]: null, [CGES.key]: comparedTo(SC.key, judgement, saved) })
  const quality = { median } as SignalQuality
  return comparedIn([SC, CGES], final)
    .map((each) => adviceWords(each, quality))
    .join(' ')
}

describe('advice on a method that stops by a confidence', () => {
  it('promises nothing that is not judged', () => {
    expect(adviceOf('non-inferior')).toMatch(/helps: it takes 75% fewer calls and keeps the accuracy: Δ /)
    expect(adviceOf('inconclusive')).toMatch(/may help: it takes 75% fewer calls, but 9 questions are too few/)
    expect(adviceOf('worse')).toMatch(/does not help: it loses accuracy/)
  })
  it('warns of a signal that counts against itself, and of nothing saved', () => {
    expect(adviceOf('non-inferior', { median: 0.4 })).toMatch(/^Do not rely on .* confidence of 0\.400,/)
    expect(adviceOf('better', { saved: -1 })).toMatch(/saves no calls/)
  })
})

const view = (questions: number, ...methods: (typeof SC)[]) => ({
  id: 'e1',
  methods,
  benchmark: { name: 'b', title: 'B', revision: 'r', generated: false, questions },
})

describe('the command that chooses γ', () => {
  it('leaves questions to check on, and has the budget that SC drew', () => {
    expect(tuneCommand(view(60, SC, CGES), 'lns-arith')).toMatch(/tune e1 --signal lns-arith --slice 30 --budget 16$/)
    expect(tuneCommand(view(1000, SC), 'lns-geom')).toContain('--slice 100 ')
  })
  it('is none without SC, and with too few questions', () => {
    expect(tuneCommand(view(60, CGES), 'lns-arith')).toBeNull()
    expect(tuneCommand(view(1, SC), 'lns-arith')).toBeNull()
  })
})

const CHECK = {
  gamma: 0.9997,
  accuracy: 0.9,
  scAccuracy: 0.92,
  difference: { low: -0.05, high: 0.01 },
  judgement: 'inconclusive',
  calls: 4,
  saved: 0.75,
  tokens: null,
} as const

const ADVICE: NonNullable<GammaAdvice['advice']> = {
  budget: 16,
  slice: 100,
  left: 0,
  rest: 1219,
  seed: 0,
  verdict: {
    kind: 'too_few',
    counts: { gamma: 0.9997, saved: 0.75, difference: -0.167, low: -0.313, high: 0 },
    why: null,
  },
  helps: null,
  method: 'cges:confidence=mars,gamma=0.9997@16',
  gammaInterval: { low: 0.995, high: 0.9999 },
  recalibration: { map: [-0.1, 1.4], adopted: false, calls: 4, accuracy: 0.85, plain: 0.86 },
  ran: [],
  checks: [CHECK, { ...CHECK, gamma: 0.99, tokens: 512.4 }],
}

const names = (advice: typeof ADVICE, ran: number[]) => gammaTable({ ...advice, ran }).rows.map(([name]) => name)

test('the chosen γ stands beside the one that ran, each called so', () => {
  expect(names(ADVICE, [0.99])).toEqual(['0.9997 (chosen)', '0.99 (as it ran)'])
  expect(names(ADVICE, [0.9997])).toEqual(['0.9997 (chosen, as it ran)', '0.99'])
  expect(gammaTable(ADVICE).rows[0]?.slice(1)).toEqual([
    '90.0%',
    '92.0%',
    '−2.0 [−5.0, +1.0] pts',
    'inconclusive',
    '4.00',
    '75.0%',
    '—',
  ])
  expect(gammaTable(ADVICE).rows[1]?.at(-1)).toBe('512')
})

test('what is not advised is not called chosen, and what is recalibrated did not run', () => {
  expect(names({ ...ADVICE, method: null, helps: false }, [])).toEqual(['0.9997', '0.99'])
  const adopted = { map: [-0.1, 1.4], adopted: true, calls: 4, accuracy: 0.87, plain: 0.86 } as const
  expect(names({ ...ADVICE, recalibration: { ...adopted, map: [-0.1, 1.4] } }, [0.99])[1]).toBe('0.99')
})

test('whose labels were looked at is said, and no γ is rounded away', () => {
  expect(labelsNote(ADVICE)).toContain('chosen on 100 questions (seed 0). The figures are of the other 1,219.')
  expect(labelsNote(ADVICE)).toContain('the other 1,219')
  expect(labelsNote(ADVICE)).toContain('0.995 to 0.9999 in 95 of 100')
  expect(mapNote(ADVICE)).toMatch(/is not used: in five-fold cross-validation 85\.0% with it and 86\.0% without/)
  expect(mapNote({ ...ADVICE, recalibration: null })).toBeNull()
})

test('a signal is used by whichever method reads it, and one that is always the same is none', () => {
  const reports = [
    'sc@8',
    'cges:confidence=constant,gamma=0.9@8',
    'cisc:confidence=lns-geom@8',
    'cges:confidence=lns-arith,gamma=0.9@8',
    'beacon@8',
    'reasc:confidence=lns-geom,gate=0.9,mean=0.8,spread=0.1@8',
  ].map((label) => reportFixture(label, {}))
  expect(usedSignals(reports)).toEqual(['lns-geom', 'lns-arith', 'rm'])
})
