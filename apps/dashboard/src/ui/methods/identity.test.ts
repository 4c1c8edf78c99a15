import { ConfidenceSignal } from '@cges-fleet/methods'
import { describe, expect, test } from 'vitest'
import { identityOf, lineDashes } from './identity'
import { markerPath, signPath } from './marker-path'
import { nameMethods } from './names'
import { reportFixture } from './report-fixture'

const GAMMAS = ['0.8', '0.9', '0.95', '0.98', '0.99', '0.995', '0.999', '0.9999']
const BUDGETS = [1, 4, 8, 16, 32, 64]

/** Every method people usually run. */
const USUAL = BUDGETS.flatMap((budget) => [
  `sc@${budget}`,
  ...[2, 3, 4, 5, 8].map((window) => `esc:window=${window}@${budget}`),
  ...['0.9', '0.95', '0.99'].flatMap((threshold) => [
    `asc-beta:threshold=${threshold}@${budget}`,
    `asc-dirichlet:threshold=${threshold}@${budget}`,
  ]),
  ...['0.01', '0.004', '0.03'].map((kappa) => `voi:kappa=${kappa}@${budget}`),
  ...['majority', 'mmc', 'cite'].flatMap((rule) =>
    ['0.1', '0.05', '0.2', '0.01'].map((alpha) => `${rule}:alpha=${alpha}@${budget}`),
  ),
  ...['0.75', '0.9'].map((threshold) => `doubling:threshold=${threshold}@${budget}`),
  `cges:confidence=constant,gamma=0.99@${budget}`,
  ...['0.1', '0.2', '0.5', '0.8', '0.9'].map((keep) => `deepconf:keep=${keep}@${budget}`),
  ...ConfidenceSignal.options.flatMap((signal) => [
    `cisc:confidence=${signal}@${budget}`,
    `cite-weighted:confidence=${signal}@${budget}`,
    `beacon:confidence=${signal}@${budget}`,
    `reasc:confidence=${signal},gate=0.95,mean=0.85,spread=0.08@${budget}`,
  ]),
  ...ConfidenceSignal.options.flatMap((signal) =>
    GAMMAS.map((gamma) => `cges:confidence=${signal},gamma=${gamma}@${budget}`),
  ),
])

const shadeOf = (text: string) => identityOf(reportFixture(text)).shade

describe('identities', () => {
  test('are told apart without colour, for every usual method', () => {
    const looks = USUAL.map((text) => {
      const { shape, sign, dash } = identityOf(reportFixture(text))
      return [markerPath(shape, 5), signPath(sign, 5), lineDashes(dash)].join(' ')
    })
    expect(new Set(looks).size).toBe(USUAL.length)
  })
  test('are told apart by colour too where a signal and a threshold both differ', () => {
    const both = ConfidenceSignal.options.flatMap((signal) => [
      ...['0.1', '0.05', '0.2', '0.01'].map((alpha) => `cite-weighted:confidence=${signal},alpha=${alpha}@16`),
      ...['0.95', '0.9', '0.99', '0.8'].map(
        (threshold) => `reasc:confidence=${signal},gate=0.95,mean=0.85,spread=0.08,threshold=${threshold}@16`,
      ),
    ])
    expect(new Set(both.map((text) => JSON.stringify(identityOf(reportFixture(text))))).size).toBe(both.length)
    const ofOne = both.filter((text) => text.includes('lns-arith'))
    const plain = ofOne.map((text) => JSON.stringify({ ...identityOf(reportFixture(text)), hue: '', shade: 0 }))
    expect(new Set(plain).size).toBe(ofOne.length)
  })
  test('depend on the method alone, not on what stands beside it', () => {
    const wanted = 'cges:confidence=mars,gamma=0.97,minSamples=2@24'
    const [alone] = nameMethods([reportFixture(wanted)])
    for (const others of [USUAL.slice(0, 9), USUAL.toReversed().slice(0, 30)]) {
      const named = nameMethods([...others, wanted].map((text) => reportFixture(text)))
      expect(named.at(-1)?.identity).toEqual(alone?.identity)
    }
  })
  test('show by a shade what is not usual', () => {
    expect(shadeOf('esc:window=4@16')).toBe(0)
    expect(shadeOf('esc:window=4,answerFrom=window@16')).toBeGreaterThan(0)
    expect(shadeOf('cges:confidence=mars,gamma=0.97@16')).toBeGreaterThan(0)
    expect(shadeOf('deepconf:keep=0.3@16')).toBe(0)
    expect(shadeOf('deepconf:keep=0.35@16')).toBeGreaterThan(0)
    const gates = ['0.9', '0.92', '0.95'].map((gate) => `reasc:confidence=mars,gate=${gate},mean=0.85,spread=0.08@16`)
    expect(new Set(gates.map(shadeOf)).size).toBeGreaterThan(1)
  })
})

test('a sign is drawn to the size of its marker', () => {
  expect(signPath(0, 5)).toBe('')
  expect(signPath(2, 5)).toBe('M-3.00,0.00H3.00')
})
