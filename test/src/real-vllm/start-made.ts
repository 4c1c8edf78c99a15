import { rmSync } from 'node:fs'
import { madeModel } from './run-python.js'
import { MODEL_FOLDER, type RealVllm, startVllm } from './start-vllm.js'

/** The step tag `<extra_0>` in the tiny model's vocabulary; 151651 in Qwen's, which vLLM takes unless told. */
const STEP_TAG_ID = 3

export const JUDGE = 'tiny-judge'

export interface MadeServer extends RealVllm {
  readonly folder: string
}

/** Serves a process reward model made of the tiny one, as `docs/operations.md` says one is served. */
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
