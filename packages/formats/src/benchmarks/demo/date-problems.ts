import type { SeededRandom } from '@cges-fleet/methods'
import { addDays, type CalendarDay, dayNumber, inWords, isoDate, weekdayName, weekdayOf, WEEKDAYS } from './calendar.js'
import { type Draft, type Family, FIRST_NAMES, inTurn, numberDraft, type Template } from './template.js'

const FORMAT = 'Answer in the form YYYY-MM-DD.'

function someDay(random: SeededRandom): CalendarDay {
  return { year: random.int(1996, 2031), month: random.int(1, 12), day: random.int(1, 28) }
}

function dateDraft(question: string, date: CalendarDay): Draft {
  const swapped = { ...date, year: date.year + 1 }
  const slips = [addDays(date, 1), addDays(date, -1), addDays(date, 2), swapped, addDays(date, -2), addDays(date, 7)]
  return { question: `${question} ${FORMAT}`, answer: isoDate(date), slips: slips.map(isoDate) }
}

const later: Template = (random) => {
  const start = someDay(random)
  const days = random.int(25, 320)
  return dateDraft(`Which date is ${days} days after ${inWords(start)}?`, addDays(start, days))
}

const earlier: Template = (random) => {
  const end = someDay(random)
  const days = random.int(25, 250)
  return dateDraft(`Which date is ${days} days before ${inWords(end)}?`, addDays(end, -days))
}

const loan: Template = (random) => {
  const start = someDay(random)
  const weeks = random.int(2, 6)
  const extra = random.int(3, 12)
  const early = random.int(1, 3)
  const question =
    `${random.pick(FIRST_NAMES)} borrows a book on ${inWords(start)} for ${weeks} weeks. The loan is extended by ` +
    `${extra} days, and the book comes back ${early} ${early === 1 ? 'day' : 'days'} before it is due. ` +
    `On which date does it come back?`
  return dateDraft(question, addDays(start, 7 * weeks + extra - early))
}

const between: Template = (random) => {
  const start = someDay(random)
  const days = random.int(40, 420)
  const end = addDays(start, days)
  const question = `How many days after ${inWords(start)} is ${inWords(end)}?`
  const thirties = (end.year - start.year) * 360 + (end.month - start.month) * 30 + end.day - start.day
  return numberDraft(question, dayNumber(end) - dayNumber(start), [days + 1, days - 1, thirties])
}

/** Questions that add days to dates or count the days between them. */
export const dates: Family = { name: 'dates', difficulty: 0.5, write: inTurn([later, loan, between, earlier]) }

function weekdayDraft(question: string, index: number): Draft {
  const slips = [1, -1, 2, -2, 3].map((miss) => weekdayName(index + miss))
  return { question: `${question} Answer with the name of the weekday.`, answer: weekdayName(index), slips }
}

function indexOf(date: CalendarDay): number {
  return WEEKDAYS.findIndex((name) => name === weekdayOf(date))
}

const laterDate: Template = (random) => {
  const start = { year: random.int(1998, 2030), month: random.int(1, 12), day: random.int(1, 28) }
  const end = addDays(start, random.int(40, 500))
  const known = `${inWords(start)} is a ${weekdayOf(start)}.`
  return weekdayDraft(`${known} Which weekday is ${inWords(end)}?`, indexOf(end))
}

const countedDays: Template = (random) => {
  const today = random.int(0, 6)
  const ahead = random.int(60, 900)
  const back = random.int(8, 50)
  const question =
    `Today is a ${weekdayName(today)}. A festival opens ${ahead} days from today, and its tickets go on sale ` +
    `${back} days before it opens. On which weekday do the tickets go on sale?`
  return weekdayDraft(question, today + ahead - back)
}

const monthGrid: Template = (random) => {
  const first = random.int(0, 6)
  const wanted = random.int(0, 6)
  const nth = random.int(2, 4)
  const day = 1 + ((wanted - first + 7) % 7) + 7 * (nth - 1)
  const ordinal = ['first', 'second', 'third', 'fourth'][nth - 1] ?? ''
  const question =
    `A month begins on a ${weekdayName(first)}. Which day of the month, as a number, is its ${ordinal} ` +
    `${weekdayName(wanted)}?`
  return numberDraft(question, day, [day + 7, day - 7, day + 1, day - 1])
}

/** Questions about the weekdays of dates. */
export const weekdays: Family = {
  name: 'weekdays',
  difficulty: 0.4,
  write: inTurn([laterDate, countedDays, monthGrid]),
}
