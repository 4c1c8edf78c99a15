import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDelimited } from './delimited-text.js'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
/** Line breaks as editors count them. */
const breaksIn = (text: string) => text.split(/\r\n|\r|\n/u).length - 1
const marks = fc.string({ unit: fc.constantFrom('a', 'ß', ' ', ',', ';', '\t', '|', '"', '\n', '\r', "'", '漢') })

it.each([',', ';', '\t', '|'])('gives back every cell that was quoted, delimited by %j', (mark) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(marks, marks), { minLength: 1, maxLength: 6 }), (rows) => {
      const text = [['a', 'b'], ...rows].map((row) => row.map(quoted).join(mark)).join('\r\n')
      const table = parseDelimited(`\uFEFF${text}`)
      expect(table.ok && table.rows.map(({ value }) => [value['a'], value['b']])).toEqual(rows)
      const lines = rows.map(
        (_, at) => 2 + rows.slice(0, at).reduce((sum, row) => sum + 1 + breaksIn(row.join('x')), 0),
      )
      expect(table.ok && table.rows.map(({ line }) => line)).toEqual(lines)
    }),
    { numRuns: 100 },
  )
})

it('reads bare and quoted cells, skips empty lines, and names the first line of each row', () => {
  expect(parseDelimited('q , a\n1,"x\ny"\n\n\r\n2,\r3,"z"')).toEqual({
    ok: true,
    rows: [
      { value: { q: '1', a: 'x\ny' }, line: 2 },
      { value: { q: '2', a: '' }, line: 6 },
      { value: { q: '3', a: 'z' }, line: 7 },
    ],
  })
  expect(parseDelimited('')).toEqual({ ok: true, rows: [] })
})

it.each([
  ['q,a\n1\n', 2, /found 1 cell, expected 2/u],
  ['q,a\n1,2,3\n', 2, /found 3 cells, expected 2/u],
  ['q,a\n1,"2\n3,4\n', 2, /not closed/u],
  ['q,a\n1,2"3\n', 2, /double quote stands within a cell/u],
  ['q,a\n1,"2"3\n', 2, /double quote stands within a cell/u],
  ['q,q\n', 1, /two columns are named "q"/u],
])('%j is refused with its line', (text, line, problem) => {
  expect(parseDelimited(text)).toEqual({ ok: false, line, problem: expect.stringMatching(problem) })
})
