import fc from 'fast-check'
import { expect, it } from 'vitest'
import { auditedTrials, isAudited } from './audited-trials.js'
import { permutedIndex } from './permuted-index.js'

const order = (places: number[]) => places.map((place) => permutedIndex(place, 60, 5))

it('are a share of the trials, rounded up, spread over the order in which trials begin', () => {
  expect(auditedTrials({ audit: 0.05, questions: 60, seed: 5 }, 1)).toEqual(order([0, 20, 40]))
  expect(auditedTrials({ audit: 0.3, questions: 60, seed: 5 }, 1)).toHaveLength(18)
  expect(auditedTrials({ audit: 0.01, questions: 60, seed: 5 }, 1)).toEqual(order([0]))
  expect(auditedTrials({ audit: 1, questions: 9, seed: 5 }, 2).toSorted((a, b) => a - b)).toEqual([...Array(18).keys()])
  expect(auditedTrials({ audit: 0, questions: 60, seed: 5 }, 1)).toEqual([])
})

it('are known one by one, and stay where replicates are added, each with questions of its own', () => {
  const of = fc.record({
    audit: fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 1_000_000),
    questions: fc.integer({ min: 1, max: 300 }),
    seed: fc.nat(),
  })
  fc.assert(
    fc.property(of, fc.integer({ min: 1, max: 4 }), (each, replicates) => {
      const { questions, audit } = each
      const chosen = auditedTrials(each, replicates)
      expect(chosen).toHaveLength(Math.ceil((replicates * questions * Math.round(audit * 1_000_000)) / 1_000_000))
      const all = Array.from({ length: replicates * questions }, (_, cell) => cell)
      const asked = all.filter((cell) =>
        isAudited({ position: cell % questions, replicate: Math.floor(cell / questions) }, each),
      )
      expect(chosen.toSorted((a, b) => a - b)).toEqual(asked)
      expect(auditedTrials(each, replicates + 1).slice(0, chosen.length)).toEqual(chosen)
    }),
  )
  const twice = auditedTrials({ audit: 0.05, questions: 100, seed: 1 }, 2)
  expect(new Set(twice.map((cell) => cell % 100)).size).toBeGreaterThan(5)
})

it('are each trial equally often, over seeds', () => {
  const times = Array.from({ length: 20 }, () => 0)
  for (let seed = 0; seed < 4000; seed++) {
    for (const cell of auditedTrials({ audit: 0.1, questions: 20, seed }, 1)) times[cell] = (times[cell] ?? 0) + 1
  }
  for (const n of times) expect(Math.abs(n - 400)).toBeLessThan(5 * Math.sqrt(400 * 0.9))
})
