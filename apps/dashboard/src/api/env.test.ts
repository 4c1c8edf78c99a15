import { expect, test } from 'vitest'
import { parseApiUrl } from './env'

test('an address is read as it is', () => {
  expect(parseApiUrl({ API_URL: 'http://127.0.0.1:3000' }).href).toBe('http://127.0.0.1:3000/')
})

test('what is missing or malformed is named with what to set', () => {
  expect(() => parseApiUrl({})).toThrow('API_URL is not set: set API_URL to')
  expect(() => parseApiUrl({ API_URL: 'localhost:3000' })).toThrow('not an address')
  expect(() => parseApiUrl({ API_URL: '/v1' })).toThrow('not an address')
})
