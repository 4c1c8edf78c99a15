import { expect, it } from 'vitest'
import { theoryRows } from './theory.js'

const rows = theoryRows(true)

it('finds every limit of the paper where its assumptions hold and samples are many', () => {
  for (const { claim, setting, shares, holds, drift } of rows) {
    const said = `${claim}: ${setting}: ${JSON.stringify(shares)}`
    if (drift !== null && Math.abs(drift) < 0.1) expect(holds, said).not.toBe(false)
    else expect(holds, said).toBe(true)
  }
})

it('has drifts on both sides of zero, and a minority that wins and loses', () => {
  const noisy = rows.filter(({ claim }) => claim === 'Theorem 3.5')
  expect(noisy.map(({ drift }) => Math.sign(drift ?? 0))).toEqual([1, 1, -1, -1])
  expect(noisy.map(({ drift }) => Math.round(10 * (drift ?? 0)) / 10)).toEqual(
    [0.7, 0, -0.1, -0.2].map((each) => expect.closeTo(each, 0)),
  )
  const [first, , , last] = noisy.map(
    ({ shares }) => shares.find(({ samples }) => samples === 200)?.share ?? Number.NaN,
  )
  expect(first).toBeGreaterThan(0.99)
  expect(last).toBeLessThan(0.1)
})

it('looks at thousands of histories, and finds none in which another rule could be sure sooner', () => {
  const earliest = rows.filter(({ claim }) => claim.startsWith('Earliest'))
  expect(earliest).toHaveLength(3)
  expect(earliest.map(({ setting }) => Number(/of (\d+)$/u.exec(setting)?.[1]))).toEqual([
    expect.toSatisfy((count: number) => count > 100),
    expect.toSatisfy((count: number) => count > 1000),
    expect.toSatisfy((count: number) => count > 10_000),
  ])
  for (const { shares } of earliest) expect(shares[0]?.share).toBe(0)
})
