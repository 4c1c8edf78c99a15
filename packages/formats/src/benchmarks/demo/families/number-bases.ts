import { inTurn, type Family, type Template } from '../family.js'
import { numberDraft } from '../number-draft.js'

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
