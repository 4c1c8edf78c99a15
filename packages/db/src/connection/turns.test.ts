import { expect, it } from 'vitest'
import { inTurns } from './turns.js'

/** Blocks the thread for so long. */
function compute(ms: number): number {
  for (const end = performance.now() + ms; performance.now() < end;);
  return 2 * ms
}

it('gives what map gives, and lets others have their turn in between', async () => {
  let turns = 0
  let others = setImmediate(function turn() {
    turns++
    others = setImmediate(turn)
  })
  const results = await inTurns(Array<number>(40).fill(5), compute)
  clearImmediate(others)
  expect(results).toEqual(Array<number>(40).fill(10))
  expect(turns).toBeGreaterThanOrEqual(9)
})
