import { expect, it } from 'vitest'
import { deployEngine } from './deploy-engine.js'
import { parseOptions } from './options.js'

/** 1 for an engine of its own, or the socket of one that runs. */
const engineSetting = process.env['CGES_ENGINE']
const MINUTES = 60_000

it.skipIf(engineSetting === undefined)(
  'is brought up, drained, scaled, killed and upgraded on a real container engine (minutes: needs CGES_ENGINE=1, or the socket of an engine)',
  { timeout: 40 * MINUTES },
  async (test) => {
    const done = await deployEngine(
      parseOptions(engineSetting?.startsWith('unix://') ? ['--host', engineSetting] : []),
      (line) => console.error(line),
      () => false,
    )
    if (Array.isArray(done)) return test.skip(done.join('; '))
    expect(done.outcomes.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(done.outcomes.length).toBeGreaterThan(10)
  },
)
