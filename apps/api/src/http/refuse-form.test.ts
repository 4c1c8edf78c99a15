import fc from 'fast-check'
import { expect, it } from 'vitest'
import { refuseForm } from './refuse-form.js'

const look =
  (text: string, anyCharacters = false) =>
  () =>
    refuseForm(Buffer.from(text), { anyCharacters, mostMembers: 100 })

const NAMES = ['__proto__', 'constructor', 'prototype']

it.each([
  String.raw`{"__proto__":1}`,
  String.raw`{"\u005f_proto__":{"a":1}}`,
  String.raw`{"a":[{"\u005F\u005f\u0070\u0072\u006F\u0074\u006f\u005f\u005f" : 1}]}`,
  String.raw`{"a":"\\","prototyp\u0065"` + '\n\t :1}',
  String.raw`{"\"":1,"c\u006fnstructor":{}}`,
])('refuses a field that the language has, also in %s', (text) => {
  expect(look(text)).toThrow(/unknown field, "(__proto__|prototype|constructor)"/)
  expect(look(text, true)).toThrow(/unknown field/)
})

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text as JSON, some of its characters as escapes. */
const written = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.infiniteStream(fc.boolean())).map(([plain, stream]) => {
    const units = plain
      .split('')
      .map((unit) => (stream.next().value === true ? escaped(unit) : JSON.stringify(unit).slice(1, -1)))
    return `"${units.join('')}"`
  })

const name = written(
  fc.oneof({ weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) }, fc.constantFrom(...NAMES)),
)
const value = fc.oneof(written(fc.constantFrom(...NAMES, '":', '\\', 'é')), fc.constantFrom('1', 'null', '[]'))

function namesIn(parsed: unknown): string[] {
  if (typeof parsed !== 'object' || parsed === null) return []
  return Object.entries(parsed).flatMap(([key, held]) => [key, ...namesIn(held)])
}

it('refuses exactly the bodies whose parsed value has such a field', () => {
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      value,
      fc.array(tie('tree'), { maxLength: 3 }).map((items) => `[${items.join(' ,')}]`),
      fc
        .array(fc.tuple(name, tie('tree')), { maxLength: 3 })
        .map((pairs) => `{${pairs.map(([key, held]) => `${key} :${held}`).join(',')}}`),
    ),
  }))
  fc.assert(
    fc.property(tree, (text) => {
      const wanted = namesIn(JSON.parse(text)).some((key) => NAMES.includes(key))
      if (wanted) expect(look(text, true)).toThrow('The body contains an unknown field')
      else expect(look(text, true)).not.toThrow()
    }),
    { numRuns: 1000 },
  )
})

it('refuses exactly the texts that hold NUL or half a character', () => {
  const units = fc.array(fc.constantFrom('\0', '\uD83D', '\uDE00', 'a', '\\', '"', '\uDBFF', '\uDC00'), {
    maxLength: 5,
  })
  fc.assert(
    fc.property(units, (text) => {
      const body = `["${text.map(escaped).join('')}"]`
      if (/[\0\p{Surrogate}]/u.test(text.join(''))) expect(look(body)).toThrow('an invalid character')
      else expect(look(body)).not.toThrow()
      expect(look(body, true)).not.toThrow()
    }),
  )
})

it('takes a backslash before what is no escape, and what ends too soon', () => {
  for (const text of [
    String.raw`{"a":"\\u0000"}`,
    String.raw`{"a":"\\ud800"}`,
    '{"a":"\\',
    '{"a":"\\u',
    '{"a":"\\ud8',
    '"',
  ]) {
    expect(look(text)).not.toThrow()
  }
})

const list = (count: number) => `[${Array.from({ length: count }, () => '1').join()}]`

it('refuses more members than there may be, of lists and objects together, wherever they stand', () => {
  expect(look(list(100))).not.toThrow()
  expect(look(list(101))).toThrow('more than 100 members')
  expect(look(`{"a":${list(50)},"b":[${'{},'.repeat(48)}{}]}`)).toThrow('more than 100 members')
  expect(look(`["${','.repeat(1000)}{[\\",{["]`)).not.toThrow()
})
