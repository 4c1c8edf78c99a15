import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { toolCallsKey } from './tool-calls.js'

const key = (...written: readonly string[]) =>
  toolCallsKey(written.map((text) => ({ name: 'weather', arguments: text })))

it.each<[string, string, string]>([
  ['spaces', '{"city":"Bern","days":3}', ' { "city" : "Bern",\n "days": 3 } '],
  ['the order of members', '{"city":"Bern","days":3}', '{"days":3,"city":"Bern"}'],
  ['the order of members inside', '{"at":{"lat":1,"lon":2}}', '{"at":{"lon":2,"lat":1}}'],
  ['how a number is written', '{"days":3}', '{"days":3.0}'],
  ['how a character is written', '{"city":"Zürich"}', '{"city":"Z\\u00fcrich"}'],
  ['nothing in place of no arguments', '{}', ''],
])('counts calls as one that differ in %s', (_, one, other) => {
  expect(key(one)).toBe(key(other))
  expect(key(one)).not.toBeNull()
})

it.each<[string, string, string]>([
  ['a value', '{"city":"Bern"}', '{"city":"bern"}'],
  ['the order of a list', '{"cities":["Bern","Thun"]}', '{"cities":["Thun","Bern"]}'],
  ['a text for a number', '{"days":"3"}', '{"days":3}'],
  ['a number that a double cannot tell', '{"id":9007199254740993}', '{"id":9007199254740992}'],
  ['one member more', '{"city":"Bern"}', '{"city":"Bern","days":null}'],
])('tells calls apart that differ in %s', (_, one, other) => {
  expect(key(one)).not.toBe(key(other))
})

it('tells the same arguments of two functions apart, and calls made twice from one', () => {
  expect(toolCallsKey([{ name: 'a', arguments: '{}' }])).not.toBe(toolCallsKey([{ name: 'b', arguments: '{}' }]))
  expect(key('{}')).not.toBe(key('{}', '{}'))
})

it('takes calls of one reply in any order', () => {
  expect(key('{"city":"Bern"}', '{"city":"Thun"}')).toBe(key('{"city":"Thun"}', '{"city":"Bern"}'))
})

it.each(['{"city":"Bern"', '["Bern"]', '"Bern"', 'Bern', 'null'])('has no key for %s', (text) => {
  expect(key(text)).toBeNull()
})

it('has no key for no call, nor for one without a name', () => {
  expect(toolCallsKey([])).toBeNull()
  expect(toolCallsKey([{ name: '', arguments: '{}' }])).toBeNull()
})

it('reads arguments that are nested without end', () => {
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect(key(deep)).toBe(key(` ${deep} `))
})

it('gives one key to every way of writing the same value', () => {
  const random = seededRandom('tool calls')
  const pick = (most: number) => Math.floor(random.next() * most)
  const make = (depth: number): unknown => {
    const kind = pick(depth === 0 ? 4 : 6)
    if (kind === 4) return Array.from({ length: pick(4) }, () => make(depth - 1))
    if (kind === 5) return Object.fromEntries(Array.from({ length: pick(4) }, () => [`k${pick(9)}`, make(depth - 1)]))
    return [null, pick(1000) / 8, pick(2) === 0, `text "${pick(9)}" 12345678901234567890`][kind]
  }
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(random.shuffle(Object.entries(value)).map(([name, each]) => [name, shuffled(each)]))
  }
  for (let times = 0; times < 500; times++) {
    const value = { of: make(4) }
    const other = { of: make(4) }
    expect(key(JSON.stringify(shuffled(value), null, pick(4)))).toBe(key(JSON.stringify(value)))
    const same = JSON.stringify(sorted(value)) === JSON.stringify(sorted(other))
    expect(key(JSON.stringify(value)) === key(JSON.stringify(other))).toBe(same)
  }
})

/** Independent of what is tested: entries as lists of pairs. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(sorted)]
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, each]) => [name, sorted(each)] as const)
    .toSorted(([a], [b]) => a.localeCompare(b))
}
