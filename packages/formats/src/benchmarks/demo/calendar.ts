/** A day of the proleptic Gregorian calendar; months count from 1. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number }

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Numbers the days in order; only differences and remainders mean anything. */
export function dayNumber({ year, month, day }: CalendarDay): number {
  // Counting years from March puts the leap day last, so that months before it need no exception.
  const march = (month + 9) % 12
  const years = year - Math.floor(march / 10)
  const leaps = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  return 365 * years + leaps + Math.floor((march * 306 + 5) / 10) + day - 1
}

/** Finds the day that stands a number of days after another. */
export function addDays(start: CalendarDay, days: number): CalendarDay {
  let { year, month } = start
  let day = start.day + days
  while (day > monthLength(year, month)) {
    day -= monthLength(year, month)
    ;[year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
  }
  while (day < 1) {
    ;[year, month] = month === 1 ? [year - 1, 12] : [year, month - 1]
    day += monthLength(year, month)
  }
  return { year, month, day }
}

/** Tells how many days a month has. */
export function monthLength(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Returns the name of a day's weekday; weeks begin on Monday. */
export function weekdayOf(date: CalendarDay): string {
  return weekdayName((dayNumber(date) + 2) % 7)
}

/** Returns a weekday's name by its number, Monday being 0, modulo 7. */
export function weekdayName(index: number): string {
  return WEEKDAYS[((index % 7) + 7) % 7] ?? 'Monday'
}

/** Formats a day as people do: March 5, 2023. */
export function inWords({ year, month, day }: CalendarDay): string {
  return `${MONTHS[month - 1] ?? ''} ${day}, ${year}`
}

/** Formats a day as YYYY-MM-DD. */
export function isoDate({ year, month, day }: CalendarDay): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
