import { addDays, inWords, weekdayName, weekdayOf, WEEKDAYS, type CalendarDay } from '../calendar.js'
import { inTurn, type Draft, type Family, type Template } from '../family.js'
import { numberDraft } from '../number-draft.js'

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
