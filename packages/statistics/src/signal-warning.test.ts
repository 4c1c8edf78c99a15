import { expect, it } from 'vitest'
import { signalWarning } from './signal-warning.js'

it('warns of a median below one half', () => {
  expect(signalWarning([0.2, 0.49, 0.9])).toContain('0.490')
  expect(signalWarning([0.5, 0.5])).toBeNull()
  expect(signalWarning([0.4, 0.7])).toBeNull()
  expect(signalWarning([])).toBeNull()
})
