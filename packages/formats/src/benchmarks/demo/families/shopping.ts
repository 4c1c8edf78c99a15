import { FIRST_NAMES } from '../first-names.js'
import { inTurn, type Family, type Template } from '../family.js'
import { numberDraft } from '../number-draft.js'

const GOODS = ['notebooks', 'mugs', 'lamps', 'scarves', 'puzzles', 'baskets', 'candles', 'cushions'] as const

const change: Template = (random) => {
  const [first = 'pens', second = 'cups'] = random.shuffle(GOODS)
  const many = random.int(4, 12)
  const few = random.int(2, 9)
  const price = random.int(3, 14)
  const other = random.int(5, 19)
  const total = many * price + few * other
  const paid = Math.ceil((total + 1) / 50) * 50
  const question =
    `${random.pick(FIRST_NAMES)} buys ${many} ${first} at ${price} dollars each and ${few} ${second} at ${other} ` +
    `dollars each, and hands over ${paid} dollars. How many dollars of change are due?`
  return numberDraft(question, paid - total, [total, paid - many * price, paid - few * other, paid - total + 10])
}

const reductions: Template = (random) => {
  const price = random.int(1, 9) * 200
  const first = random.int(1, 4) * 10
  const second = random.int(1, 3) * 5
  const coupon = random.int(5, 25)
  const reduced = (price * (100 - first) * (100 - second)) / 10_000
  const added = (price * (100 - first - second)) / 100
  const question =
    `A sofa is priced at ${price} dollars. In a sale the price falls by ${first} percent, and on the last day the ` +
    `reduced price falls by another ${second} percent. A coupon then takes off ${coupon} dollars. ` +
    `How many dollars does the sofa cost in the end?`
  return numberDraft(question, reduced - coupon, [added - coupon, reduced, added, price - coupon])
}

const everyNextFree: Template = (random) => {
  const paidFor = random.int(2, 5)
  const price = random.int(3, 12)
  const wanted = random.int(3, 7) * (paidFor + 1) + random.int(1, paidFor)
  const free = Math.floor(wanted / (paidFor + 1))
  const question =
    `A bakery gives one roll free for every ${paidFor} rolls that are paid for. Rolls cost ${price} dollars each. ` +
    `How many dollars does ${random.pick(FIRST_NAMES)} pay to take home exactly ${wanted} rolls?`
  const slips = [(wanted - Math.floor(wanted / paidFor)) * price, wanted * price, (wanted - free - 1) * price]
  return numberDraft(question, (wanted - free) * price, slips)
}

/** Word problems about prices, reductions and change. */
export const shopping: Family = {
  name: 'shopping',
  difficulty: 0.25,
  write: inTurn([change, reductions, everyNextFree]),
}
