import { expect, it } from 'vitest'
import { moneyRangeWords, moneyWords, priceWords } from './money-words.js'

it('writes cents, and what is less than one', () => {
  expect(moneyWords(1234.5, 'EUR')).toBe('1,234.50 EUR')
  expect(moneyWords(0.004, 'EUR')).toBe('<0.01 EUR')
  expect(moneyWords(0, 'EUR')).toBe('0.00 EUR')
  expect(moneyRangeWords(1.2, 3.4, 'USD')).toBe('1.20 to 3.40 USD')
  expect(moneyRangeWords(1.201, 1.204, 'USD')).toBe('1.20 USD')
})

it('says what a pool charges for', () => {
  const price = { gpuHour: 2.4, promptMillion: null, completionMillion: 0.6, currency: 'EUR' }
  expect(priceWords(price)).toBe('costs 2.40 EUR a GPU hour, 0.60 EUR a million answer tokens')
  expect(priceWords({ ...price, promptMillion: 0.125, completionMillion: 0.00015 })).toBe(
    'costs 2.40 EUR a GPU hour, 0.125 EUR a million prompt tokens, 0.00015 EUR a million answer tokens',
  )
  expect(priceWords({ ...price, gpuHour: null, completionMillion: null })).toBe('has no price')
})
