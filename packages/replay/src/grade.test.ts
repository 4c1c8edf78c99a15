import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areWhole, grade, gradeNotes, gradesProblem, isRight } from './grade.js'
import type { RecordedSample, Recording } from './recording.js'

function sample(answer: string | null, grade: number | null): RecordedSample {
  return { answer, signals: {}, confidence: null, reward: null, grade }
}

function recording(samples: readonly (readonly [string | null, number | null])[], truth: string | null): Recording {
  return {
    id: 'q',
    replicate: 0,
    truth,
    difficulty: null,
    samples: samples.map(([answer, grade]) => sample(answer, grade)),
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

const answers = fc.constantFrom('a', 'b', 'c', null)
const graded = fc.tuple(answers, fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })))

describe('recorded grades', () => {
  it('are the mean of the samples that give the answer, whatever the reference answer is', () => {
    fc.assert(
      fc.property(fc.array(graded, { minLength: 1 }), fc.constantFrom('a', 'b', null), (samples, truth) => {
        const found = recording(samples, truth)
        for (const [answer] of samples) {
          const grades = samples.filter(([other]) => other === answer).map(([, each]) => each)
          const mean = answer === null ? 0 : grades.reduce((sum, each) => sum + each, 0) / grades.length
          expect(grade(found, answer, 'recorded')).toBeCloseTo(mean, 12)
        }
      }),
    )
  })

  it('make of one-sample votes the mean grade of all samples with an answer', () => {
    fc.assert(
      fc.property(fc.array(graded, { minLength: 1 }), (samples) => {
        const found = recording(samples, null)
        const each = samples.map(([answer]) => grade(found, answer, 'recorded'))
        const all = samples.map(([answer, grade]) => (answer === null ? 0 : grade))
        expect(mean(each)).toBeCloseTo(mean(all), 12)
      }),
    )
  })

  it('never give way to the reference answer: an answer without one is a problem, named', () => {
    const found = recording(
      [
        ['a', 1],
        ['b', null],
        [null, null],
      ],
      'b',
    )
    expect(gradesProblem([found], 'recorded')).toMatch(/answer "b" of question "q" has none.*--map grade=/u)
    expect(() => grade(found, 'b', 'recorded')).toThrow('has no grade')
    expect(gradesProblem([found], 'reference')).toBeNull()
    expect(grade(found, 'b', 'reference')).toBe(1)
  })

  it('that are missing for one sample of an answer leave the mean of the others', () => {
    const found = recording(
      [
        ['a', 0.5],
        ['a', null],
      ],
      null,
    )
    expect(gradesProblem([found], 'recorded')).toBeNull()
    expect(grade(found, 'a', 'recorded')).toBe(0.5)
  })

  it('of one answer that differ, or are between right and wrong, are told', () => {
    const both = recording(
      [
        ['a', 1],
        ['a', 0],
        ['a', 1],
      ],
      null,
    )
    const between = recording([['a', 0.65]], null)
    expect(gradeNotes({ recordings: [both], grades: 'recorded' })).toEqual([
      expect.stringMatching(/^1 answer is graded in more than one way.*right in 2 of 3 samples/u),
    ])
    expect(gradeNotes({ recordings: [between], grades: 'recorded' })).toEqual([
      expect.stringMatching(/between right and wrong/u),
    ])
    expect(gradeNotes({ recordings: [recording([['a', 1]], null)], grades: 'recorded' })).toEqual([])
    for (const each of [both, between]) {
      expect(areWhole({ recordings: [each], grades: 'recorded' })).toBe(false)
      expect(gradesProblem([each], 'recorded', { whole: true })).toContain('labels have to be right or wrong')
    }
  })
})

it('says that a sample without an answer is wrong here, where the log calls it right', () => {
  const found = recording(
    [
      ['a', 1],
      [null, 1],
      [null, 0],
    ],
    'a',
  )
  expect(gradeNotes({ recordings: [found], grades: 'recorded' })).toEqual([
    expect.stringMatching(/^1 of 2 samples without an answer is right by the log, and wrong here/u),
  ])
  expect(gradeNotes({ recordings: [found], grades: 'reference' })).toEqual([])
})

it('no answer is never right, by whatever grades', () => {
  const found = recording([[null, 1]], 'a')
  for (const grades of ['recorded', 'reference'] as const) {
    expect(gradesProblem([found], grades)).toBeNull()
    expect(isRight(found, null, grades)).toBe(false)
  }
})
