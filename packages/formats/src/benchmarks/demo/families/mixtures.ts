import { inTurn, type Family, type Template } from '../family.js'
import { numberDraft } from '../number-draft.js'

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
