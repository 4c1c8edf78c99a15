import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MODEL_FOLDER, PYTHON } from './start-vllm.js'

const SCRIPTS = fileURLToPath(new URL('../../src/real-vllm/python/', import.meta.url))
const TRAINING = join(MODEL_FOLDER, '../training')

/** Runs a script of `python/` with the Python that has vLLM, torch and transformers, and gives what it wrote. Throws if it fails. */
export function runPython(script: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(PYTHON ?? 'python3', [join(SCRIPTS, `${script}.py`), ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  if (status !== 0) throw new Error(`${script}.py ended with ${status}: ${stderr}`)
  return stdout
}

/** Makes a model out of the tiny one, in a new folder for temporary files that is the caller's to remove. */
export function madeModel(script: 'reasoning_model' | 'reward_model'): string {
  const folder = mkdtempSync(join(tmpdir(), 'cges-model-'))
  runPython(script, [MODEL_FOLDER, TRAINING, folder])
  return folder
}
