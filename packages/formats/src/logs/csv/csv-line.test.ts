import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './csv-line.js'

it('writes numbers as numbers, nothing as nothing, and quotes text', () => {
  expect(csvLine([1.5, -2, true, null, 'a "b", c\nd', ''])).toBe('1.5,-2,true,,"a ""b"", c\nd",""\r\n')
})

it.each([
  '=1+1',
  '+1-1',
  '-a',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1x',
  '－x',
  '＠x',
  '  =1',
  '\u200B=1',
  '\uFEFF\u00A0+x',
  '\u202E=1',
  '\0=1',
  '−x',
  '﹦1',
])('disarms %j', (text) => {
  expect(csvLine([text])).toBe(`"'${text}"\r\n`)
})

it.each(['-5', '-0.25', '42', 'a=b', '1+1', '(-1)', "'=1", 'B'])('leaves %j as it is', (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`)
})

it('can be read back cell by cell, whatever the text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (cells) => {
      const line = csvLine(cells)
      const read = [...line.matchAll(/"((?:[^"]|"")*)"(?=,|\r\n$)/gu)].map(([, cell = '']) =>
        cell.replaceAll('""', '"'),
      )
      expect(read.map((cell, place) => (cell === cells[place] ? cell : cell.replace(/^'/u, '')))).toEqual(cells)
    }),
  )
})
