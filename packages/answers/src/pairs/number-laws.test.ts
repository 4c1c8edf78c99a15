import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerKey } from '../answer-key.js'

const RUNS = { numRuns: 2000 }

/** A number that is not negative, as people write it, and what it is: top / bottom. */
interface Spelled {
  readonly text: string
  readonly top: bigint
  readonly bottom: bigint
}

function key(text: string): string {
  return answerKey('math', text)
}

/** Fills the spelling in for each `#` of a shape. */
function shaped(shapes: readonly string[], spelled: fc.Arbitrary<Spelled>): fc.Arbitrary<Spelled> {
  return fc
    .tuple(fc.constantFrom(...shapes), spelled)
    .map(([shape, number]) => ({ ...number, text: shape.replace('#', () => number.text) }))
}

const whole = fc.nat(9999).map((top) => ({ text: `${top}`, top: BigInt(top), bottom: 1n }))
const decimal = fc.tuple(fc.nat(99_999), fc.integer({ min: 1, max: 4 })).map(([digits, places]) => {
  const text = `${digits}`.padStart(places + 1, '0')
  return {
    text: `${text.slice(0, -places)}.${text.slice(-places)}`,
    top: BigInt(digits),
    bottom: 10n ** BigInt(places),
  }
})
const FRACTIONS = ['@/%', '\\frac{@}{%}', '\\dfrac{@}{%}', '\\tfrac{@}{%}', '{@ \\over %}', '@ / %']
const fraction = fc
  .tuple(fc.constantFrom(...FRACTIONS), fc.nat(60), fc.integer({ min: 1, max: 60 }))
  .map(([shape, top, bottom]) => ({
    text: shape.replace('@', `${top}`).replace('%', `${bottom}`),
    top: BigInt(top),
    bottom: BigInt(bottom),
  }))
const MIXED = ['\\frac{@}{%}', ' \\frac{@}{%}', ' @/%', '\\dfrac{@}{%}', '\\,\\tfrac{@}{%}', '\\ \\frac{@}{%}']
const mixed = fc
  .tuple(fc.constantFrom(...MIXED), fc.integer({ min: 1, max: 99 }), fc.nat(30), fc.integer({ min: 2, max: 30 }))
  .filter(([, , top, bottom]) => top > 0 && top < bottom)
  .map(([shape, units, top, bottom]) => ({
    text: `${units}${shape.replace('@', `${top}`).replace('%', `${bottom}`)}`,
    top: BigInt(units * bottom + top),
    bottom: BigInt(bottom),
  }))
const grouped = fc
  .tuple(fc.constantFrom(',', '{,}', '\\,', ',\\!', ' '), fc.integer({ min: 1000, max: 99_999_999 }))
  .map(([comma, top]) => ({ text: top.toLocaleString('en-US').replaceAll(',', comma), top: BigInt(top), bottom: 1n }))
const POWERS = ['#e@', '#E@', '# \\times 10^{@}', '#\\cdot 10^{@}', '# × 10^{@}']
const scientific = fc
  .tuple(fc.constantFrom(...POWERS), fc.oneof(whole, decimal), fc.integer({ min: -9, max: 9 }))
  .map(([shape, { text, top, bottom }, power]) => ({
    text: shape.replace('#', text).replace('@', `${power}`),
    top: power < 0 ? top : top * 10n ** BigInt(power),
    bottom: power < 0 ? bottom * 10n ** BigInt(-power) : bottom,
  }))
const amount = fc.oneof(whole, decimal)
const percent = shaped(['#%', '#\\%', '# \\%', '# percent', '#\\text{ percent}'], fc.oneof(amount, mixed))
const MONEY = ['$#', '\\$#', '\\$ #', '€#', '£#', '# dollars', '#\\text{ euros}']
const currency = shaped(MONEY, fc.oneof(amount, grouped))
const WORDS = [
  'apples',
  'km/h',
  'm/s',
  'cm',
  'kg',
  'ducks',
  'miles',
  '°C',
  'square feet',
  'hours',
  'students',
  'mL',
  'mph',
]
const SPACES = ['# @', '#\\text{ @}', '# \\text{ @}', '#\\,\\text{@}', '#\\ \\mathrm{@}', '#~\\text{@}', '# @.']
const units = SPACES.flatMap((shape) =>
  WORDS.filter((word) => !shape.includes('mathrm') || /^[a-z]+$/iu.test(word)).map((word) => shape.replace('@', word)),
)
const withUnit = shaped(units, fc.oneof(amount, grouped, fraction))
const everySpelling: Record<string, fc.Arbitrary<Spelled>> = {
  whole,
  decimal,
  fraction,
  mixed,
  grouped,
  scientific,
  percent,
  currency,
  withUnit,
}

describe.each(Object.entries(everySpelling))('a number spelled as %s', (_, spelling) => {
  it('is its value', () => {
    fc.assert(
      fc.property(spelling, ({ text, top, bottom }) => {
        expect(key(text), text).toBe(key(`${top}/${bottom}`))
      }),
      RUNS,
    )
  })

  it('is minus its value with a minus sign before it, alone and behind a name', () => {
    fc.assert(
      fc.property(spelling, fc.constantFrom('-', '−', '- '), ({ text, top, bottom }, minus) => {
        const negative = `${minus}${text}`
        expect(key(negative), negative).toBe(key(`-${top}/${bottom}`))
        if (top !== 0n) expect(key(negative), negative).not.toBe(key(text))
        expect(key(`x=${negative}`), negative).toBe(key(`-${top}/${bottom}`))
      }),
      RUNS,
    )
  })
})

it('a negative number in a tuple is what it is alone', () => {
  const bare = fc.oneof(whole, decimal, fraction, mixed, scientific)
  fc.assert(
    fc.property(bare, fc.constantFrom('-', '−', '- '), ({ text, top, bottom }, minus) => {
      expect(key(`(${minus}${text}, 1)`), text).toBe(key(`(-${top}/${bottom},1)`))
    }),
    RUNS,
  )
})

describe('digits with hyphens', () => {
  const digits = fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 2, maxLength: 4 })
  const day = fc
    .tuple(fc.integer({ min: 1000, max: 2999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, date]) => [year, month, date])

  it('are never worked out', () => {
    fc.assert(
      fc.property(fc.oneof(digits, day), (numbers) => {
        const [first = 0, ...others] = numbers
        const difference = others.reduce((left, number) => left - number, first)
        expect(key(numbers.join('-'))).not.toBe(key(`${difference}`))
      }),
      RUNS,
    )
  })

  it('are one answer only where they are the same digits', () => {
    fc.assert(
      fc.property(fc.oneof(digits, day), (numbers) => {
        const [first = 0, second = 0, ...others] = numbers
        const turned = numbers.toReversed().join('-')
        const swapped = [first, ...others, second].join('-')
        const neighbour = [first + 1, second + 1, ...others].join('-')
        for (const other of [turned, swapped, neighbour]) {
          expect(key(other) === key(numbers.join('-')), `${numbers.join('-')} ${other}`).toBe(
            other === numbers.join('-'),
          )
        }
      }),
      RUNS,
    )
  })

  it('are worked out where the hyphen stands between spaces', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.nat(999), (a, b) => {
        expect(key(`${a} - ${b}`)).toBe(key(`${a - b}`))
      }),
      RUNS,
    )
  })
})
