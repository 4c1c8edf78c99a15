import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseAs } from './parse-as.js'

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
