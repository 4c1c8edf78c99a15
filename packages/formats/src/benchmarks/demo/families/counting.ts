import { inTurn, type Family, type Template } from '../family.js'
import { numberDraft } from '../number-draft.js'

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
