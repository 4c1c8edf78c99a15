import { expect, it } from 'vitest'
import { type Look, ProgressJudge } from './progress-judge.js'

const LIMIT_MS = 60_000

/** Looks once a second until the judge calls it stuck, or for two hours; returns the second. */
function stuckAfter(look: (second: number) => Partial<Look>): number | null {
  const judge = new ProgressJudge(LIMIT_MS)
  for (let second = 0; second <= 7200; second += 1) {
    const seen = { atMs: second * 1000, heard: 0, cpuMs: 0, wantedMs: 0, waitsForDisk: false, ...look(second) }
    if (judge.isStuck(seen)) return second
  }
  return null
}

it('gives up on a process that does nothing and says nothing', () => {
  expect(stuckAfter(() => ({}))).toBe(60)
  expect(stuckAfter(() => ({ cpuMs: null, wantedMs: null }))).toBe(60)
})

it('waits for one that says something now and then, and no longer once that ends', () => {
  expect(stuckAfter((second) => ({ heard: Math.floor(second / 50) }))).toBeNull()
  expect(stuckAfter((second) => ({ heard: Math.min(10, Math.floor(second / 50)) }))).toBe(560)
})

it('waits for one that gets two hundredths of a processor, and wants all of it', () => {
  expect(stuckAfter((second) => ({ cpuMs: 20 * second, wantedMs: 1000 * second }))).toBe(3059)
})

it('gives up on one that only looks again and again whether something is there', () => {
  expect(stuckAfter((second) => ({ cpuMs: 10 * second, wantedMs: 10 * second }))).toBe(60)
})

it('gives up on one that computes for ever, after as much processor time as it may be quiet', () => {
  expect(stuckAfter((second) => ({ cpuMs: 1000 * second, wantedMs: 1000 * second }))).toBe(119)
})

it('waits for the disk', () => {
  expect(stuckAfter(() => ({ waitsForDisk: true }))).toBeNull()
})

it('counts a look that comes an hour late as two seconds', () => {
  const judge = new ProgressJudge(LIMIT_MS)
  const still = { heard: 0, cpuMs: 0, wantedMs: 0, waitsForDisk: false }
  expect(judge.isStuck({ ...still, atMs: 0 })).toBe(false)
  expect(judge.isStuck({ ...still, atMs: 3_600_000 })).toBe(false)
  expect(judge.quietMs).toBe(2000)
})
