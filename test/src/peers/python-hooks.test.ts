import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cges, type Cges } from '../cli/run-cges.js'
import { tinQuestions } from './tin-questions.js'

/** A Python that has inspect_ai, lm_eval with its API models, and what the exporters and the tutorial need. */
const PYTHON = process.env['PEERS_PYTHON']
const PACKAGE = fileURLToPath(new URL('../../../packages/python/', import.meta.url))

describe.skipIf(PYTHON === undefined)(
  'other programs with our hooks in them (needs PEERS_PYTHON: every extra of the package)',
  () => {
    let folder: string
    let sim: Cges

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'cges-hooks-'))
      const questions = tinQuestions(12).map((row) => `${JSON.stringify(row)}\n`)
      writeFileSync(join(folder, 'tins.jsonl'), questions.join(''))
      sim = cges([
        'sim',
        '--port',
        '0',
        '--model',
        'sim',
        '--scenario',
        join(folder, 'tins.jsonl'),
        '--time-scale',
        '0',
      ])
      await sim.says('listening')
    })

    afterAll(async () => {
      sim.process.kill('SIGTERM')
      await sim.code
      rmSync(folder, { recursive: true, force: true })
    })

    it.each(['test_inspect', 'test_lm_eval', 'test_exporters', 'test_notebook'])(
      '%s: all pass, none is skipped',
      async (module) => {
        const env = {
          ...process.env,
          MODEL_SERVER: String(JSON.parse(sim.out()).listening),
          QUESTIONS: join(folder, 'tins.jsonl'),
          PYTHONPATH: `${PACKAGE}src:${PACKAGE}tests`,
        }
        const args = ['-W', 'ignore', '-m', 'unittest', module]
        const { stderr } = await promisify(execFile)(PYTHON ?? '', args, { env, cwd: folder, maxBuffer: 1e8 })
        expect(stderr).toMatch(/^OK$/mu)
      },
    )
  },
)
