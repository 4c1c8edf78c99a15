import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MODEL_FOLDER, PYTHON, type RealVllm, startVllm } from './start-vllm.js'

/** The step tag `<extra_0>` in the tiny model's vocabulary; 151651 in Qwen's, which vLLM takes unless told. */
const STEP_TAG_ID = 3

export const JUDGE = 'tiny-judge'

export interface MadeServer extends RealVllm {
  readonly folder: string
}

/** Serves a process reward model made of the tiny one, as `docs/scoring-servers.md` says one is served. */
export function startJudge(): Promise<MadeServer> {
  const pooler = JSON.stringify({ pooling_type: 'STEP', step_tag_id: STEP_TAG_ID })
  return startMade('reward_model', [
    '--served-model-name',
    JUDGE,
    '--runner',
    'pooling',
    '--pooler-config',
    pooler,
    '--max-model-len',
    '1024',
    // The made model is of Qwen's type, and transformers would cut its texts as Qwen's tokenizer does.
    '--tokenizer',
    MODEL_FOLDER,
  ])
}

/** Serves the tiny model as one that thinks first: its template opens `<think>`, and it writes `</think>` before the box. */
export function startThinker(): Promise<MadeServer> {
  return startMade('reasoning_model', ['--max-model-len', '512', '--reasoning-parser', 'deepseek_r1'])
}

async function startMade(script: Parameters<typeof madeModel>[0], args: readonly string[]): Promise<MadeServer> {
  const folder = madeModel(script)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const server = await startVllm(['--model', folder, ...args])
    return { ...server, folder, kill: () => server.kill().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

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
function madeModel(script: 'reasoning_model' | 'reward_model'): string {
  const folder = mkdtempSync(join(tmpdir(), 'cges-model-'))
  runPython(script, [MODEL_FOLDER, TRAINING, folder])
  return folder
}
