import { inTurn, type Family, type Template } from '../family.js'
import { numberDraft } from '../number-draft.js'

const rows: Template = (random) => {
  const first = random.int(7, 30)
  const step = random.int(2, 9)
  const count = random.int(9, 28)
  const last = first + step * (count - 1)
  const question =
    `A theatre has ${count} rows. The front row has ${first} seats and every row has ${step} seats more than the row ` +
    `in front of it. How many seats are there in all?`
  const sum = (count * (first + last)) / 2
  return numberDraft(question, sum, [(count * (first + last + step)) / 2, sum - last, last, count * (first + step)])
}

const sumOfTwo: Template = (random) => {
  const one = random.int(1, 9)
  const two = random.int(1, 9)
  const extra = random.int(1, 6)
  const at = random.int(7, 10)
  const terms = [one, two]
  while (terms.length <= at) terms.push((terms.at(-1) ?? 0) + (terms.at(-2) ?? 0) + extra)
  const term = (place: number): number => terms[place - 1] ?? 0
  const question =
    `A sequence starts with ${one} and ${two}. Every later term is the sum of the two terms before it plus ${extra}. ` +
    `What is the term in place ${at}?`
  return numberDraft(question, term(at), [term(at - 1), term(at + 1), term(at) - extra, term(at) + extra])
}

const doubling: Template = (random) => {
  const start = random.int(12, 40)
  const taken = random.int(2, 11)
  const days = random.int(4, 7)
  const after = (count: number): number => {
    let fish = start
    for (let day = 0; day < count; day += 1) fish = 2 * fish - taken
    return fish
  }
  const question =
    `A pond holds ${start} fish. Each day the number of fish doubles, and each evening ${taken} fish are taken out. ` +
    `How many fish are in the pond after the evening of day ${days}?`
  const slips = [start * 2 ** days - taken * days, after(days - 1), after(days) + taken, start * 2 ** days - taken]
  return numberDraft(question, after(days), slips)
}

/** Questions about terms and sums of sequences. */
export const sequences: Family = { name: 'sequences', difficulty: 0.35, write: inTurn([rows, sumOfTwo, doubling]) }
