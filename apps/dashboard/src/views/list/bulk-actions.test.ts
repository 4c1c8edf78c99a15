import { expect, it } from 'vitest'
import { cancelWords } from './bulk-actions'

it('says of how many selected evaluations a button cancels some', () => {
  expect(cancelWords(2, 2)).toBe('Cancel 2 …')
  expect(cancelWords(1, 2)).toBe('Cancel 1 of 2 …')
})
