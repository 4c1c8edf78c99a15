import { expect, it } from 'vitest'
import { IS_FIRST_LOOK, repetitions } from '../support/repetitions.js'
import { GUARDS } from './model-tables.js'
import { type Run, scenarioOf, shrink, simulate } from './simulate.js'

const FAULTS = { rate: 0.01, untilStep: 6000 }
const STEPS = repetitions({ first: 50_000, rest: 200_000, atLength: 3_000_000 })
/** A guard that is gone must be missed within this many seeds. */
const SEEDS = 1000

const SHOWN = ({ scenario, faults, wrongs }: Run) => JSON.stringify({ scenario, faults: [...faults], wrongs }, null, 1)

it('ends every evaluation as if nothing had happened, whatever fails in whatever order', async () => {
  let steps = 0
  let faults = 0
  for (let at = 0; steps < STEPS; at += 1) {
    const run = await simulate(scenarioOf(`seed ${at}`), { faults: FAULTS })
    steps += run.steps
    faults += run.faults.size
    if (run.wrongs.length > 0) expect.fail(SHOWN(await shrink(run)))
  }
  console.log(`${steps} steps, ${faults} faults`)
  expect(faults).toBeGreaterThan(STEPS / 100)
}, 900_000)

it('gives the same run for the same seed, and from the list of its faults', async () => {
  for (let at = 0; at < 20; at += 1) {
    const scenario = scenarioOf(`again ${at}`)
    const once = await simulate(scenario, { faults: FAULTS })
    expect(await simulate(scenario, { faults: FAULTS })).toEqual(once)
    expect(await simulate(scenario, { faults: once.faults })).toEqual(once)
  }
})

it.each(GUARDS)('misses it if this does not hold: %s', async (guard) => {
  for (let at = 0; at < SEEDS; at += 1) {
    const run = await simulate(scenarioOf(`seed ${at}`, [guard]), { faults: FAULTS })
    if (run.wrongs.length === 0) continue
    if (at > 50 || IS_FIRST_LOOK) return
    const least = await shrink(run)
    expect(least.wrongs).not.toEqual([])
    expect(least.faults.size).toBeLessThanOrEqual(run.faults.size)
    return
  }
  expect.fail(`${SEEDS} seeds went by without: ${guard}`)
})
