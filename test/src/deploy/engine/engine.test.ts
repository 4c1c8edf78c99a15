import { expect, it } from 'vitest'
import { deployEngine } from './deploy-engine.js'
import { parseOptions } from './options.js'

const asked = process.env['CGES_ENGINE'] === '1'
const MINUTES = 60_000

it.skipIf(!asked)(
  'is brought up, drained, scaled, killed and upgraded on a real container engine (minutes: needs CGES_ENGINE=1)',
  { timeout: 40 * MINUTES },
  async (test) => {
    const done = await deployEngine(
      parseOptions([]),
      (line) => console.error(line),
      () => false,
    )
    if (Array.isArray(done)) return test.skip(done.join('; '))
    expect(done.outcomes.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(done.outcomes.length).toBeGreaterThan(10)
  },
)
