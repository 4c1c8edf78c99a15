import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formProblem } from './body-form.js'

const look = (text: string, anyCharacters = false) =>
  formProblem(Buffer.from(text), { anyCharacters, mostMembers: 100 })

const NAMES = ['__proto__', 'constructor', 'prototype']

it.each([
  String.raw`{"__proto__":1}`,
  String.raw`{"\u005f_proto__":{"a":1}}`,
  String.raw`{"a":[{"\u005F\u005f\u0070\u0072\u006F\u0074\u006f\u005f\u005f" : 1}]}`,
  String.raw`{"a":"\\","prototyp\u0065"` + '\n\t :1}',
  String.raw`{"\"":1,"c\u006fnstructor":{}}`,
])('refuses a field that the language has, also in %s', (text) => {
  expect(look(text)).toMatch(/unknown field, "(__proto__|prototype|constructor)"/)
  expect(look(text, true)).toMatch(/unknown field/)
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
      if (wanted) expect(look(text, true)).toContain('The body contains an unknown field')
      else expect(look(text, true)).toBeNull()
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
      if (/[\0\p{Surrogate}]/u.test(text.join(''))) expect(look(body)).toContain('an invalid character')
      else expect(look(body)).toBeNull()
      expect(look(body, true)).toBeNull()
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
    expect(look(text)).toBeNull()
  }
})

const list = (count: number) => `[${Array.from({ length: count }, () => '1').join()}]`

it('refuses more members than there may be, of lists and objects together, wherever they stand', () => {
  expect(look(list(100))).toBeNull()
  expect(look(list(101))).toContain('more than 100 members')
  expect(look(`{"a":${list(50)},"b":[${'{},'.repeat(48)}{}]}`)).toContain('more than 100 members')
  expect(look(`["${','.repeat(1000)}{[\\",{["]`)).toBeNull()
})

const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))

it('takes as many levels as it is told, and 20 unless it is', () => {
  const form = { anyCharacters: false, mostMembers: 100 }
  expect(formProblem(nested(20), form)).toBeNull()
  expect(formProblem(nested(21), form)).toContain('deeper than 20 levels')
  expect(formProblem(nested(30), { ...form, deepest: 30 })).toBeNull()
  expect(formProblem(nested(31), { ...form, deepest: 30 })).toContain('deeper than 30 levels')
})
