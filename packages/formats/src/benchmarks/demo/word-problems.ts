import { type Family, FIRST_NAMES, inTurn, numberDraft, type Template } from './template.js'

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

const twoLegs: Template = (random) => {
  const first = random.int(2, 9) * 10
  const second = random.int(2, 9) * 10
  const firstTwelfths = random.int(6, 30)
  const secondTwelfths = random.int(6, 30)
  const stop = random.int(5, 45)
  const [far, further] = [first * 12 * firstTwelfths, second * 12 * secondTwelfths].map((km) => km / 144)
  if (!Number.isInteger(far) || !Number.isInteger(further)) return twoLegs(random)
  const minutes = 5 * (firstTwelfths + secondTwelfths)
  const question =
    `A coach drives ${far} kilometres at ${first} kilometres per hour, rests for ${stop} minutes, and then drives ` +
    `${further} kilometres at ${second} kilometres per hour. How many minutes does the whole journey take?`
  return numberDraft(question, minutes + stop, [minutes, minutes + 2 * stop, 5 * firstTwelfths + stop])
}

const meeting: Template = (random) => {
  const slow = random.int(9, 20)
  const fast = random.int(21, 36)
  const minutes = random.int(4, 30) * 3
  const apart = ((slow + fast) * minutes) / 60
  if (!Number.isInteger(apart)) return meeting(random)
  const [one = 'Ana', two = 'Ben'] = random.shuffle(FIRST_NAMES)
  const question =
    `${one} and ${two} start ${apart} kilometres apart and cycle straight towards each other, ${one} at ${slow} and ` +
    `${two} at ${fast} kilometres per hour. After how many minutes do they meet?`
  const slips = [(apart * 60) / (fast - slow), (apart * 60) / fast, (apart * 120) / (slow + fast)].map(Math.round)
  return numberDraft(question, minutes, slips)
}

const catchingUp: Template = (random) => {
  const slow = random.int(4, 16) * 5
  const gain = random.int(2, 10) * 5
  const ahead = random.int(2, 18) * 10
  const minutes = (slow * ahead) / gain
  if (!Number.isInteger(minutes)) return catchingUp(random)
  const question =
    `A lorry leaves a depot at ${slow} kilometres per hour. A van leaves the same depot ${ahead} minutes later and ` +
    `follows the same road at ${slow + gain} kilometres per hour. How many minutes after the van sets off does it ` +
    `catch the lorry?`
  return numberDraft(question, minutes, [minutes + ahead, Math.round((slow * ahead) / (slow + gain)), ahead])
}

/** Word problems about speed, distance and time. */
export const travel: Family = { name: 'travel', difficulty: 0.4, write: inTurn([twoLegs, meeting, catchingUp]) }

const together: Template = (random) => {
  const one = random.int(2, 20) * 6
  const two = random.int(2, 30) * 6
  const minutes = (one * two) / (one + two)
  if (!Number.isInteger(minutes) || one === two) return together(random)
  const [first = 'Ana', second = 'Ben'] = random.shuffle(FIRST_NAMES)
  const question =
    `${first} alone needs ${one} minutes to paint a fence, and ${second} alone needs ${two} minutes for the same ` +
    `fence. Working side by side at these rates, how many minutes do they need?`
  return numberDraft(question, minutes, [(one + two) / 2, Math.round((one + two) / 4), Math.abs(one - two)])
}

const leak: Template = (random) => {
  const fills = random.int(4, 40)
  const empties = random.int(5, 90)
  const minutes = (fills * empties) / (empties - fills)
  if (empties <= fills || !Number.isInteger(minutes)) return leak(random)
  const question =
    `A tap fills an empty tank in ${fills} minutes. With the tap shut, an open drain empties the full tank in ` +
    `${empties} minutes. With both open, how many minutes does the empty tank take to fill?`
  const against = Math.round((fills * empties) / (empties + fills))
  return numberDraft(question, minutes, [against, empties - fills, fills + empties])
}

const joining: Template = (random) => {
  const workers = random.int(3, 12)
  const joined = random.int(2, 9)
  const days = random.int(8, 30)
  const before = random.int(2, 6)
  const after = (workers * (days - before)) / (workers + joined)
  if (!Number.isInteger(after)) return joining(random)
  const question =
    `${workers} workers can dig a canal in ${days} days. After ${before} days of work, ${joined} more workers of the ` +
    `same pace join them. Counting from the first day, how many days does the canal take altogether?`
  const fromStart = Math.round((workers * days) / (workers + joined))
  return numberDraft(question, before + after, [after, fromStart, fromStart + before, days - before])
}

/** Word problems about rates of work that add up. */
export const workRates: Family = { name: 'work-rates', difficulty: 0.45, write: inTurn([together, leak, joining]) }

const strength: Template = (random) => {
  const some = random.int(2, 15)
  const more = random.int(2, 15)
  const weak = random.int(2, 9) * 2
  const strong = random.int(10, 40) * 2
  const percent = (some * weak + more * strong) / (some + more)
  if (!Number.isInteger(percent) || some === more) return strength(random)
  const question =
    `A chemist pours ${some} litres of salt water with ${weak} percent salt and ${more} litres of salt water with ` +
    `${strong} percent salt into one vat. What percentage of salt does the mixture hold?`
  const swapped = Math.round((some * strong + more * weak) / (some + more))
  return numberDraft(question, percent, [(weak + strong) / 2, swapped, strong - weak])
}

const thinning: Template = (random) => {
  const litres = random.int(3, 40)
  const strong = random.int(5, 18) * 5
  const weak = random.int(2, 14) * 2
  const water = (litres * strong) / weak - litres
  if (!Number.isInteger(water) || water <= 0) return thinning(random)
  const question =
    `How many litres of water must be added to ${litres} litres of juice that is ${strong} percent fruit to obtain ` +
    `a drink that is ${weak} percent fruit?`
  const slips = [water + litres, Math.round((litres * (strong - weak)) / 100), litres * (strong - weak)]
  return numberDraft(question, water, slips)
}

const blend: Template = (random) => {
  const some = random.int(5, 30)
  const more = random.int(5, 30)
  const cheap = random.int(4, 11)
  const dear = random.int(12, 24)
  const cost = some * cheap + more * dear
  const price = Math.ceil(cost / (some + more)) + random.int(1, 6)
  const profit = price * (some + more) - cost
  const question =
    `A roaster blends ${some} kilograms of coffee bought at ${cheap} dollars per kilogram with ${more} kilograms ` +
    `bought at ${dear} dollars per kilogram, and sells the whole blend at ${price} dollars per kilogram. ` +
    `What is the profit in dollars?`
  const byMean = Math.round((price - (cheap + dear) / 2) * (some + more))
  return numberDraft(question, profit, [byMean, price * (some + more), price * more - cost])
}

/** Word problems about shares of a mixture. */
export const mixtures: Family = { name: 'mixtures', difficulty: 0.42, write: inTurn([strength, thinning, blend]) }
