import { expect, it } from 'vitest'
import { summary } from './bench.js'

const found = (value: number, reference: number) => ({ value, reference, also: { cpuMs: value / 10 } })

it('takes the ratio within each repetition, and the median of an even and an odd number of them', () => {
  const three = summary('fleet', 'samples/s', [found(10, 100), found(30, 100), found(20, 400)])
  expect(three).toMatchObject({ ratio: 0.1, median: 20, min: 10, max: 30, repetitions: 3, also: { cpuMs: 2 } })
  expect(summary('fleet', 'samples/s', [found(10, 100), found(30, 100)])).toMatchObject({ ratio: 0.2, median: 20 })
})
