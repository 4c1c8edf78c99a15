import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A Python with what requirements.txt lists; undefined where there is none. */
export const PEERS_PYTHON = process.env['PEERS_PYTHON']

interface Place {
  /** Where it runs, beside the questions in `tins.jsonl`. */
  readonly folder: string
  /** The address of what speaks OpenAI's protocol. */
  readonly server: string
}

/** Runs another program's Python against a server and returns what it printed; throws with all it said if it fails. */
export async function runPeer(args: readonly string[], { folder, server }: Place): Promise<string> {
  const variables = {
    QUESTIONS: join(folder, 'tins.jsonl'),
    SIM_API_KEY: 'none',
    SIM_BASE_URL: `${server}/v1`,
    OPENAI_API_KEY: 'none',
    HF_HOME: join(folder, 'hf'),
    HF_DATASETS_OFFLINE: '1',
    HF_HUB_OFFLINE: '1',
  }
  const child = spawn(PEERS_PYTHON ?? '', args, { cwd: folder, env: { ...process.env, ...variables } })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`it ended with ${code}: ${out}\n${err}`)
  return out
}
