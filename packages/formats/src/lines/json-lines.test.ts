import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseAs, parseJson } from './json-lines.js'

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

const Row = z.object({
  id: z.union([z.string(), z.number()]),
  score: z.number().min(0).max(1).optional(),
  tokens: z.int().optional(),
  kind: z.enum(['a', 'b']).optional(),
  samples: z.array(z.object({ text: z.string(), own: z.string('must be yours').optional() })).min(1),
})

it.each([
  [{ samples: [] }, 'id: is missing, expected text or a number'],
  [{ id: null, samples: [] }, 'id: is null, expected text or a number'],
  [{ id: 1 }, 'samples: is missing, expected a list'],
  [{ id: 1, samples: [] }, 'samples: is an empty list, expected at least 1 entries'],
  [{ id: 1, samples: [{ text: 5 }] }, 'samples[0].text: is the number 5, expected text'],
  [{ id: 1, samples: [{ text: '', own: 5 }] }, 'samples[0].own: must be yours'],
  [{ id: 1, score: 7, samples: [{ text: '' }] }, 'score: is the number 7, expected at most 1'],
  [{ id: 1, tokens: 1.5, samples: [{ text: '' }] }, 'tokens: is the number 1.5, expected a whole number'],
  [{ id: 1, kind: 'c', samples: [{ text: '' }] }, 'kind: is the text "c", expected "a", "b"'],
  [[1], 'is a list of 1, expected an object'],
  ['x'.repeat(50), `is the text "${'x'.repeat(40)}…", expected an object`],
])('words what is wrong with %j', (value, problem) => {
  expect(parseAs(Row, value)).toEqual({ ok: false, problem })
})
