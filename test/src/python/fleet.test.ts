import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImportBenchmark } from '@cges-fleet/core/contract'
import { createClient } from '@cges-fleet/client'
import { demoBenchmark } from '@cges-fleet/formats'
import { TestFleet } from '../fleet/test-fleet.js'
import { findPython } from './find-python.js'

const PYTHON = findPython()
const PACKAGE = fileURLToPath(new URL('../../../packages/python/', import.meta.url))

describe.skipIf(PYTHON === null)('the Python client (needs python3, 3.10 or newer)', () => {
  let fleet: TestFleet

  beforeAll(async () => {
    fleet = await TestFleet.start({ redis: null, workers: 1 })
    await createClient({ url: fleet.api }).call(ImportBenchmark, { body: demoBenchmark() })
  })

  afterAll(() => fleet.stop())

  it('submits, watches, and reads what a fleet decided, and decides the same', async () => {
    const env = { ...process.env, CGES_API: fleet.api, PYTHONPATH: `${PACKAGE}src:${PACKAGE}tests` }
    const { stderr } = await promisify(execFile)(PYTHON ?? '', ['-m', 'unittest', 'test_fleet'], { env })
    expect(stderr).toMatch(/Ran \d+ tests[^]*OK\n$/u)
    expect(stderr).not.toContain('skipped')
  })
})
