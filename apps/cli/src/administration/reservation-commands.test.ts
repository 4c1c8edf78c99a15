import { expect, it } from 'vitest'
import { isPast } from './reservation-commands.js'

it('knows a start that is past from one to come, and from none', () => {
  const now = Date.parse('2026-12-01T12:00:00Z')
  expect(isPast('2026-12-01T11:59:59.000Z', now)).toBe(true)
  expect(isPast('2026-12-01T12:00:01.000Z', now)).toBe(false)
  expect(isPast(undefined, now)).toBe(false)
})
