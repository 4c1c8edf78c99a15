import { cleanText, peel, textKey, unwrapText, withoutLead } from './plain-text.js'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/u
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? (?=.*\d)/u
/** The text that may follow a date without changing it: a note on its format, or a time of day. */
const TRAILING =
  /(?: ?\([mdy/.-]{2,14}\)|[t ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[ap]m)?(?:z|[+-]\d{2}:?\d{2})?)$/u

const COMPACT = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/u
const ISO = /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/u
const AMERICAN = /^(?<month>\d{1,2})([-/.])(?<day>\d{1,2})\2(?<year>\d{4}|\d{2})$/u
const MONTH_FIRST = /^(?<name>[a-z]{3,9})\.?[ -](?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:, ?| |-)(?<year>\d{4})$/u
const DAY_FIRST =
  /^(?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?:day )?(?:of )?(?<name>[a-z]{3,9})\.?(?:, ?| |-)(?<year>\d{4})$/u
const YEAR_FIRST = /^(?<year>\d{4}),? (?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?$/u
/** Two digits of a year name one of the hundred years up to this one. */
const LAST_SHORT_YEAR = 2068

/**
 * Returns a date's comparison key, YYYY-MM-DD. It parses 2021-05-03, 05/03/2021 (month first), 5/3/21, 05-03-2021, May
 * 3, 2021, 3 May 2021 and 03-May-2021, with short month names, 3rd for 3, a weekday before and a time after. Anything
 * else, and a day no calendar has, is compared as text.
 */
export function dateKey(raw: string): string {
  const parts = partsOf(plainDate(raw))
  return parts === null ? textKey(raw) : isoDate(parts)
}

/** The text of a date alone, lower case. */
function plainDate(raw: string): string {
  const text = peel(unwrapText(withoutLead(cleanText(raw))))
    .replaceAll(/[$"'“”‘’*`]/gu, '')
    .replaceAll(/[‐‑–—−]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
  return text.replace(/\.$/u, '').replace(WEEKDAY, '').replace(TRAILING, '').trim()
}

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
}

function partsOf(text: string): Parts | null {
  for (const form of [COMPACT, ISO, AMERICAN, MONTH_FIRST, DAY_FIRST, YEAR_FIRST]) {
    const parts = form.exec(text)?.groups
    if (parts === undefined) continue
    const name = parts['name']
    const month = name === undefined ? Number(parts['month']) : monthNumber(name)
    const date = { year: fullYear(parts['year'] ?? ''), month, day: Number(parts['day']) }
    if (date.day >= 1 && date.day <= daysIn(date.year, month)) return date
  }
  return null
}

function fullYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  const century = Math.floor(LAST_SHORT_YEAR / 100) * 100
  return century + year > LAST_SHORT_YEAR ? century - 100 + year : century + year
}

function monthNumber(name: string): number {
  return MONTH.test(name) ? MONTHS.indexOf(name.slice(0, 3)) + 1 : 0
}

/** The days of a month of the Gregorian calendar; 0 if there is no such month. */
function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isoDate({ year, month, day }: Parts): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
