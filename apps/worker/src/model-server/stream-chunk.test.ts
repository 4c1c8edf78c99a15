import { expect, it } from 'vitest'
import { parseWireJson } from './stream-chunk.js'

it('reads what Python writes where a number is none, and leaves the same words in strings alone', () => {
  expect(parseWireJson(String.raw`{"a":[NaN,-Infinity,Infinity],"b":"NaN \" -Infinity \\","c":"NaN"}`)).toEqual({
    a: [null, -Infinity, null],
    b: String.raw`NaN " -Infinity \ `.trim(),
    c: 'NaN',
  })
})

it.each(['{"a":"', '{"a":NaN,"', String.raw`{"a":NaN,"b\"`, '{"a":NaN,"b\\', '{"a":NaN "\\\n'])(
  'is not misled by %j, whose string never ends',
  (text) => {
    expect(() => parseWireJson(text)).toThrow(SyntaxError)
  },
)
