import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './parse-json.js'

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  it('reads the numbers that Python writes, and leaves texts with their names alone', () => {
    const text = String.raw`{"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \" Infinity", "NaN": "x\\"}`
    expect(parseJson(text)).toEqual({
      ok: true,
      value: { a: null, b: ['-Infinity', 'Infinity'], c: 'NaN " Infinity', NaN: 'x\\' },
    })
  })

  it('reads NaN anywhere among values, whatever the texts are', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('NaN', '"NaN"', '\\', 'Infinity"'))
    fc.assert(
      fc.property(
        fc.dictionary(
          text.filter((key) => key !== '__proto__'),
          text,
        ),
        (texts) => {
          const written = `{"score": NaN, "texts": ${JSON.stringify(texts)}}`
          expect(parseJson(written)).toEqual({ ok: true, value: { score: null, texts } })
        },
      ),
    )
  })

  it.each([
    ['a,b;c', 'not JSON: it begins with "a,b;c"'],
    [
      `{'a': 1}`,
      'not JSON: it begins with "{\'a\': 1}": keys and texts need double quotes (in Python, write json.dumps(row))',
    ],
    ['{"a": [1, 2', 'not JSON: it ends in the middle, with "{\\"a\\": [1, 2"'],
    ['{"a": "b', 'not JSON: it ends in the middle, with "{\\"a\\": \\"b"'],
    ['{"a": 1,}', 'not JSON: it begins with "{\\"a\\": 1,}", and is not well formed'],
  ])('says what is wrong with %s', (text, problem) => {
    expect(parseJson(text)).toEqual({ ok: false, problem })
  })
})
