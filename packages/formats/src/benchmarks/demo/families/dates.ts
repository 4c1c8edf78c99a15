import { addDays, dayNumber, inWords, isoDate, type CalendarDay } from '../calendar.js'
import { inTurn, type Draft, type Family, type Template } from '../family.js'
import { FIRST_NAMES } from '../first-names.js'
import { numberDraft } from '../number-draft.js'
import type { SeededRandom } from '@cges-fleet/methods'

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
