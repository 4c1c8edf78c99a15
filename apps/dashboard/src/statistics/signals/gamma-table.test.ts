import type { GammaAdvice } from '@cges-fleet/core'
import { expect, test } from 'vitest'
import { gammaTable, labelsNote, mapNote } from './gamma-table'

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
  said: 'CGES may help.',
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
  expect(labelsNote(ADVICE)).toContain('chosen on the labels of 100 questions (seed 0), where its accuracy flatters')
  expect(labelsNote(ADVICE)).toContain('the other 1,219')
  expect(labelsNote(ADVICE)).toContain('0.995 to 0.9999 in 95 of 100')
  expect(mapNote(ADVICE)).toMatch(/is not adopted: in five-fold cross-validation 85\.0% with it and 86\.0% without/)
  expect(mapNote({ ...ADVICE, recalibration: null })).toBeNull()
})
