import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { checkInput } from './check-input.js'
import type { RecordedSample, Recording } from './recording.js'

const random = seededRandom('check input')

function sample(change: Partial<RecordedSample>): RecordedSample {
  return { answer: 'A', signals: {}, confidence: null, reward: null, grade: 1, ...change }
}

function recordings(samplesOf: (place: number) => RecordedSample, size = 40): Recording[] {
  return Array.from({ length: 30 }, (_, at): Recording => {
    const samples = Array.from({ length: size }, (__, place) => samplesOf(place))
    return { id: `${at}`, replicate: 0, truth: null, difficulty: null, samples }
  })
}

const answered = (isRight: boolean) => sample({ answer: isRight ? 'right' : 'wrong', grade: isRight ? 1 : 0 })

it('finds nothing wrong with samples that were drawn alike', () => {
  const found = checkInput(
    recordings(() => answered(random.next() < 0.7)),
    'recorded',
  )
  expect(found).toMatchObject({
    completed: 0,
    truncated: 0,
    unknown: 1200,
    first: 16,
    most: 40,
    fewest: 40,
    isExchangeable: true,
    alike: null,
  })
  expect(found.completion).toBeNull()
  expect(found.accuracy?.first).toBeGreaterThan(0.6)
})

it('tells samples whose first ones are right more often', () => {
  const found = checkInput(
    recordings((place) => answered(random.next() < (place < 16 ? 0.9 : 0.5))),
    'recorded',
  )
  expect(found).toMatchObject({ isExchangeable: false, alike: 16 })
  expect(found.accuracy?.p).toBeLessThan(1e-6)
})

it('tells samples whose first ones were completed more often, though those that vote are as good', () => {
  const found = checkInput(
    recordings((place) =>
      place < 8 || random.next() < 0.3
        ? { ...answered(random.next() < 0.9), status: 'completed' }
        : sample({ answer: null, grade: 0, status: 'truncated' }),
    ),
    'recorded',
  )
  expect([found.isExchangeable, found.completed + found.truncated]).toEqual([false, 1200])
  expect(found.accuracy?.p).toBeGreaterThan(0.001)
  expect(found.completion?.p).toBeLessThan(1e-6)
  // The first sixteen are not alike either.
  expect(found.alike).toBe(8)
})

/** Fewer are right the later they were drawn. */
const share = (place: number) => (place < 4 ? 0.6 : place < 8 ? 0.4 : place < 16 ? 0.2 : 0.05)

it('names no first samples if even the first few differ', () => {
  const found = checkInput(
    recordings((place) => answered(random.next() < (place < 2 ? 1 : share(place)))),
    'recorded',
  )
  expect(found).toMatchObject({ isExchangeable: false, alike: null })
})

it('compares halves where a question has few samples', () => {
  expect(
    checkInput(
      recordings(() => answered(true), 7),
      'recorded',
    ),
  ).toMatchObject({ first: 3, most: 7, isExchangeable: true })
})
