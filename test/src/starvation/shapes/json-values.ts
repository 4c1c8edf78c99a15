import { nested, type Shape } from './texts.js'

/** Values of JSON of any length, made to be slow to check. */
export const HOSTILE_VALUES: readonly Shape[] = [
  listed('[', '{}', ']'),
  listed('[', '[]', ']'),
  listed('[', '1', ']'),
  listed('[', '""', ']'),
  listed('[', '"a"', ']'),
  listed('[', 'null', ']'),
  listed('[', '{"method":1}', ']'),
  listed('[', '[[[[]]]]', ']'),
  listed('{', '"a":1', '}'),
  listed('{', '"":{}', '}'),
  { name: '{"0":0,"1":0,…}', text: (length) => counted(length, (at) => `"${at}":0`, '{}') },
  { name: '["0","1",…]', text: (length) => counted(length, (at) => `"${at}"`, '[]') },
  { name: '{"aaa…":0}', text: (length) => `{"${'a'.repeat(length)}":0}` },
  { name: '"aaa…"', text: (length) => `"${'a'.repeat(length)}"` },
  { name: '"\\\\…"', text: (length) => `"${'\\\\'.repeat(length / 2)}"` },
  { name: '"\\"…"', text: (length) => `"${'\\"'.repeat(length / 2)}"` },
  { name: '"\\u0041…"', text: (length) => `"${'\\u0041'.repeat(length / 6)}"` },
  { name: '"{question}…"', text: (length) => `"${'{question}'.repeat(length / 10)}"` },
  { name: '"a:b=1,…"', text: (length) => `"a:${'b=1,'.repeat(length / 4)}"` },
  { name: '"́…"', text: (length) => `"a${'\u0323\u0301'.repeat(length / 4)}"` },
  { name: '111…', text: (length) => '1'.repeat(length) },
  { name: '1e-111…', text: (length) => `1e-${'1'.repeat(length)}` },
  { name: ' …', text: (length) => `${' '.repeat(length)}1` },
  nested('[', '', ']'),
  nested('{"a":', '1', '}'),
]

/** One item after another, with commas between them. */
function listed(open: string, item: string, close: string): Shape {
  const count = (length: number) => Math.max(1, Math.floor((length - 1) / (item.length + 1)))
  return {
    name: `${open}${item},…${close}`,
    text: (length) => `${open}${`${item},`.repeat(count(length) - 1)}${item}${close}`,
  }
}

function counted(length: number, item: (at: number) => string, [open, close]: string): string {
  const items: string[] = []
  for (let at = 0, written = 2; written < length; at += 1) {
    items.push(item(at))
    written += (items.at(-1) ?? '').length + 1
  }
  return `${open}${items.join(',')}${close}`
}

/** A place inside a value of JSON, and the value written with anything else there. */
interface Place {
  readonly name: string
  readonly with: (json: string) => string
}

const MARK = '\u241f'

/** Lists every place of a value, itself included: where something hostile can stand in it. */
export function placesOf(value: unknown): Place[] {
  return pathsOf(value).map((path) => {
    const [before = '', after = ''] = JSON.stringify(replaced(value, path)).split(JSON.stringify(MARK))
    return { name: path.join('.') || 'all of it', with: (json) => `${before}${json}${after}` }
  })
}

type Path = readonly string[]

function pathsOf(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([key, held]) => pathsOf(held).map((path) => [key, ...path]))]
}

function replaced(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return MARK
  if (Array.isArray(value)) return value.map((held: unknown, at) => (String(at) === key ? replaced(held, rest) : held))
  const held = Object.entries(value as object).map(([name, each]) => [name, name === key ? replaced(each, rest) : each])
  return Object.fromEntries(held)
}
