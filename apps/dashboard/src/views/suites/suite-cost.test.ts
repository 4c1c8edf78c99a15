import { expect, it } from 'vitest'
import { suiteCostWords } from './suite-cost'

const cost = (gpuSeconds: number, money: number | null = null, currency = 'EUR') => ({
  gpuSeconds,
  money,
  currency: money === null ? null : currency,
})

it('adds up what a suite cost, by currency, and says what is not known', () => {
  expect(suiteCostWords([cost(3600, 2.5), cost(1800, 1.25)])).toBe('3.75 EUR · 1.5 h of GPU')
  expect(suiteCostWords([cost(3600, 2.5), cost(0, 1, 'USD')])).toBe('2.50 EUR · 1.00 USD · 1 h of GPU')
  expect(suiteCostWords([cost(3600, 2.5), cost(3600)])).toBe(
    '2.50 EUR · 2 h of GPU (1 of 2 evaluations ran on pools without a price)',
  )
  expect(suiteCostWords([cost(3600), cost(0)])).toBe('1 h of GPU (no pool had a price)')
  expect(suiteCostWords([cost(0), cost(0)])).toBeNull()
})
