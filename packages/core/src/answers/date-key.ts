import { cleanText } from './clean-text.js'
import { textKey } from './text-key.js'
import { unwrapText } from './unwrap-text.js'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/u

const ISO = /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})$/u
const AMERICAN = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/u
const MONTH_FIRST = /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u
const DAY_FIRST = /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<name>[a-z]{3,9})\.?,? (?<year>\d{4})$/u

/**
 * Gives a date's comparison key, YYYY-MM-DD. Read are 2021-05-03, 2021/5/3, 05/03/2021 (month first), May 3, 2021
 * and 3 May 2021, with short month names and 3rd for 3. Anything else, and a day no calendar has, is compared as text.
 */
export function dateKey(raw: string): string {
  const text = cleanText(unwrapText(raw)).replaceAll('$', '').replaceAll(/\s+/gu, ' ').trim().toLowerCase()
  const plain = text.endsWith('.') ? text.slice(0, -1) : text
  for (const form of [ISO, AMERICAN, MONTH_FIRST, DAY_FIRST]) {
    const parts = form.exec(plain)?.groups
    if (parts === undefined) continue
    const name = parts['name']
    const month = name === undefined ? Number(parts['month']) : monthNumber(name)
    const date = { year: Number(parts['year']), month, day: Number(parts['day']) }
    if (date.day >= 1 && date.day <= daysIn(date.year, month)) return isoDate(date)
  }
  return textKey(raw)
}

function monthNumber(name: string): number {
  return MONTH.test(name) ? MONTHS.indexOf(name.slice(0, 3)) + 1 : 0
}

/** The days of a month of the Gregorian calendar; 0 where there is no such month. */
function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isoDate({ year, month, day }: { year: number; month: number; day: number }): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
