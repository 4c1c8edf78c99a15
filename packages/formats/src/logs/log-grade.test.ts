import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseGrade } from './log-grade.js'

it.each([
  [true, 1],
  [0, 0],
  [0.65, 0.65],
  ['0.65', 0.65],
  ['1.0', 1],
  ['C', 1],
  ['P', 0.5],
  ['I', 0],
  ['N', 0],
  ['True', 1],
  [' incorrect ', 0],
  [[true], 1],
  [[1, 0, 0.5], 0.5],
  [null, null],
  [undefined, null],
  ['', null],
])('reads %j as %s', (written, grade) => {
  expect(parseGrade(written)).toEqual({ grade })
})

it('keeps what it does not understand, and never takes it for a grade', () => {
  const written = fc.oneof(
    fc.double({ min: 1, noNaN: true, minExcluded: true }),
    fc.double({ max: 0, noNaN: true }).filter((value) => value < 0),
    fc.constantFrom('B+', '7/10', 'true story', '1,5', '-0.5', '1e-1', {}, { acc: 1 }, [], [1, 'B'], '３'),
  )
  fc.assert(
    fc.property(written, (value) => {
      expect(parseGrade(value)).toEqual({ grade: null, unreadGrade: value })
    }),
  )
})

it('keeps every number from 0 to 1, written as one or as text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (millionths) => {
      const grade = millionths / 1e6
      expect(parseGrade(grade)).toEqual({ grade })
      expect(parseGrade(grade.toFixed(6))).toEqual({ grade })
    }),
  )
})
