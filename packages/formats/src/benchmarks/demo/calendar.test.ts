import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayNumber, isoDate, monthLength, weekdayOf } from './calendar.js'

const dayMs = 86_400_000

const someDay = fc
  .record({ year: fc.integer({ min: 1850, max: 2150 }), month: fc.integer({ min: 1, max: 12 }) })
  .chain(({ year, month }) =>
    fc.integer({ min: 1, max: monthLength(year, month) }).map((day) => ({ year, month, day })),
  )

test('agrees with the calendar of JavaScript', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -2000, max: 2000 }), (start, days) => {
      const instant = Date.UTC(start.year, start.month - 1, start.day)
      const end = addDays(start, days)
      expect(isoDate(end)).toBe(new Date(instant + days * dayMs).toISOString().slice(0, 10))
      expect(dayNumber(end) - dayNumber(start)).toBe(days)
      const named = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(instant)
      expect(weekdayOf(start)).toBe(named)
    }),
  )
})
