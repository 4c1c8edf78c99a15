import { expect, test } from 'vitest'
import { offerOf } from './offer-of'

test('what several methods describe alike is offered as shared, and what one alone has is not', () => {
  const { shared, families } = offerOf({ benchmarks: [], pools: [], webhooks: [] })
  const names = shared.map(({ name }) => name)
  expect(names.toSorted()).toEqual(['abstainBelow', 'calibrate', 'certified'])
  const described = families.flatMap(({ methods }) => methods.flatMap(({ parameters }) => parameters))
  for (const each of shared) {
    const like = described.filter(({ name }) => name === each.name)
    expect(like.length).toBeGreaterThan(1)
    expect(new Set(like.map(({ about, range }) => `${about} ${range}`)).size).toBe(1)
  }
})
