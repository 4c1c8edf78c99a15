import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { tinQuestions } from './tin-questions.js'

/** To load Inspect or lm-eval takes many seconds of a processor. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/** A Python with what requirements.txt lists. */
const PYTHON = process.env['PEERS_PYTHON']
const PACKAGE = fileURLToPath(new URL('../../../packages/python/', import.meta.url))
const MODULES = ['test_inspect', 'test_lm_eval', 'test_exporters', 'test_notebook', 'test_looks', 'test_with_others']

describe.skipIf(PYTHON === undefined)('other programs with our hooks in them (npm run test:with -- peers)', () => {
  let folder: string
  let fleet: TestFleet

  const python = (args: readonly string[], env = process.env) =>
    promisify(execFile)(PYTHON ?? '', args, { env, cwd: folder, maxBuffer: 1e8 })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cges-hooks-'))
    const file = join(folder, 'tins.jsonl')
    const questions = tinQuestions(12).map((row) => `${JSON.stringify(row)}\n`)
    writeFileSync(file, questions.join(''))
    // As others have it: the wheel, with nothing of the checkout beside it.
    await python([join(PACKAGE, 'backend', 'wheel_backend.py'), folder])
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl')) ?? ''
    await python(['-m', 'zipfile', '--extract', join(folder, wheel), join(folder, 'wheel')])
    fleet = await TestFleet.start({ redis: null, workers: 1, simulator: { MODEL: 'sim', SCENARIO_FILE: file } })
  })

  afterAll(async () => {
    await fleet.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(MODULES)('%s: all pass, none is skipped', async (module) => {
    const env = {
      ...process.env,
      CGES_API: fleet.api,
      MODEL_SERVER: fleet.simulators[0]?.listening,
      QUESTIONS: join(folder, 'tins.jsonl'),
      PYTHONPATH: `${join(folder, 'wheel')}:${PACKAGE}tests`,
    }
    const { stderr } = await python(['-W', 'ignore', '-m', 'unittest', module], env)
    expect(stderr).toMatch(/^OK$/mu)
  })

  it('mypy: every type is told, and none is wrong', async () => {
    const args = ['-m', 'mypy', '--config-file', join(PACKAGE, 'pyproject.toml'), '--cache-dir', join(folder, 'mypy')]
    const { stdout } = await python([...args, join(PACKAGE, 'src')])
    expect(stdout).toMatch(/^Success: no issues found in \d+ source files$/mu)
  })
})
