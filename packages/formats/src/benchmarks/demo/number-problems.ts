import { type Family, FIRST_NAMES, inTurn, numberDraft, type Template } from './template.js'

const handshakes: Template = (random) => {
  const couples = random.int(3, 12)
  const alone = random.int(1, 6)
  const guests = 2 * couples + alone
  const pairs = (guests * (guests - 1)) / 2
  const question =
    `At a party there are ${couples} couples and ${alone} ${alone === 1 ? 'guest' : 'guests'} who came alone. ` +
    `Everyone shakes hands once with everyone else, except that nobody shakes hands with their own partner. ` +
    `How many handshakes are there?`
  return numberDraft(question, pairs - couples, [pairs, pairs - 2 * couples, guests * (guests - 1), pairs - guests])
}

const multiples: Template = (random) => {
  const limit = random.int(80, 400)
  const small = random.int(2, 5)
  const large = random.int(6, 11)
  const count = (test: (number: number) => boolean): number =>
    Array.from({ length: limit }, (_, before) => before + 1).filter(test).length
  const bySmall = (number: number): boolean => number % small === 0
  const byLarge = (number: number): boolean => number % large === 0
  const exactlyOne = count((number) => bySmall(number) !== byLarge(number))
  const question = `How many whole numbers from 1 to ${limit} are divisible by ${small} or by ${large}, but not by both of them?`
  const slips = [count((number) => bySmall(number) || byLarge(number)), count(bySmall) + count(byLarge), count(bySmall)]
  return numberDraft(question, exactlyOne, slips)
}

const digits: Template = (random) => {
  const digit = random.int(1, 9)
  const limit = random.int(120, 480)
  const numbers = Array.from({ length: limit }, (_, before) => String(before + 1))
  const written = numbers.join('').split(String(digit)).length - 1
  const holding = numbers.filter((number) => number.includes(String(digit))).length
  const question =
    `The whole numbers from 1 to ${limit} are written down one after another. How many times is the digit ${digit} ` +
    `written?`
  return numberDraft(question, written, [holding, written + 1, written - 1, Math.floor(limit / 10)])
}

/** Questions that count pairs, multiples and digits. */
export const counting: Family = { name: 'counting', difficulty: 0.5, write: inTurn([handshakes, multiples, digits]) }

const toBase: Template = (random) => {
  const base = random.int(2, 9)
  const number = random.int(60, 900)
  const written = (value: number): string => value.toString(base)
  const slips = [
    written(number + 1),
    [...written(number)].toReversed().join(''),
    number.toString(base === 9 ? 8 : base + 1),
    written(number - 1),
    written(number + base),
  ]
  const question = `Write the decimal number ${number} in base ${base}. Give the digits only.`
  return { question, answer: written(number), slips: slips.map((slip) => slip.replace(/^0+/, '')) }
}

const fromBase: Template = (random) => {
  const base = random.int(2, 9)
  const number = random.int(80, 1200)
  const digits = number.toString(base)
  const reversed = Number.parseInt([...digits].toReversed().join(''), base)
  const nextBase = Number.parseInt(digits, base + 1)
  const question = `The digits ${digits} stand for a number written in base ${base}. What is that number in decimal?`
  return numberDraft(question, number, [nextBase, number + base, reversed, number - base])
}

const binary = (value: number): string => value.toString(2)

const binarySum: Template = (random) => {
  const one = random.int(19, 120)
  const two = random.int(19, 120)
  const slips = [one ^ two, one + two + 2, one | two, one + two - 1, one + two + 16].map(binary)
  const question = `Add the binary numbers ${binary(one)} and ${binary(two)}. What is the sum in binary, without leading zeros?`
  return { question, answer: binary(one + two), slips }
}

/** Questions that write numbers in other bases. */
export const numberBases: Family = {
  name: 'number-bases',
  difficulty: 0.38,
  write: inTurn([toBase, fromBase, binarySum]),
}

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

const seconds: Template = (random) => {
  const hours = random.int(1, 11)
  const minutes = random.int(2, 58)
  const rest = random.int(3, 57)
  const question = `How many seconds are there in ${hours} hours, ${minutes} minutes and ${rest} seconds?`
  const total = hours * 3600 + minutes * 60 + rest
  return numberDraft(question, total, [hours * 360 + minutes * 60 + rest, total - rest, hours * 3600 + minutes + rest])
}

const speed: Template = (random) => {
  const metres = random.int(2, 19) * 5
  const minutes = random.int(2, 20) * 10
  const question = `A train moves at a steady ${metres} metres per second for ${minutes} minutes. How many kilometres does it cover?`
  const kilometres = (metres * minutes * 60) / 1000
  if (!Number.isInteger(kilometres)) return speed(random)
  return numberDraft(question, kilometres, [Math.round((metres * minutes) / 60), kilometres * 10, metres * minutes])
}

const inches: Template = (random) => {
  const yards = random.int(2, 40)
  const feet = random.int(1, 2)
  const rest = random.int(1, 11)
  const total = yards * 36 + feet * 12 + rest
  const question =
    `A rope is ${yards} yards, ${feet} ${feet === 1 ? 'foot' : 'feet'} and ${rest} ${rest === 1 ? 'inch' : 'inches'} ` +
    `long. With 3 feet to the yard and 12 inches to the foot, how many inches is that?`
  return numberDraft(question, total, [yards * 30 + feet * 12 + rest, yards * 36 + feet + rest, total - rest])
}

const buckets: Template = (random) => {
  const long = random.int(3, 12)
  const wide = random.int(3, 9)
  const deep = random.int(2, 8)
  const bucket = random.int(3, 14)
  const litres = long * wide * deep
  const needed = Math.ceil(litres / bucket)
  const question =
    `A tank measures ${long * 10} by ${wide * 10} by ${deep * 10} centimetres; a litre is 1000 cubic centimetres. ` +
    `How many trips does ${random.pick(FIRST_NAMES)} need to fill it with a bucket that holds ${bucket} litres?`
  return numberDraft(question, needed, [Math.floor(litres / bucket), needed * 10, litres, needed + 1])
}

/** Questions that mix units. */
export const unitConversion: Family = {
  name: 'unit-conversion',
  difficulty: 0.2,
  write: inTurn([seconds, speed, inches, buckets]),
}
