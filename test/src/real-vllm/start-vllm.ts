import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { processesBelow } from '../support/processes-below.js'

/** A Python that has vLLM, as `npm run test:with -- vllm` makes one. */
export const PYTHON = process.env['VLLM_PYTHON']

/** Whether servers are started here, with the project's own model: not where `VLLM_URL` names some. */
export const IS_LOCAL_SERVER = process.env['VLLM_URL'] === undefined

/** Whether there is any real server to try. */
export const HAS_SERVER = PYTHON !== undefined || !IS_LOCAL_SERVER

/** Why tests of a real vLLM are skipped, in their names. */
export const NEEDS = 'needs vLLM: npm run test:with -- vllm'

const PACKAGE = fileURLToPath(new URL('../../../packages/tiny-llama', import.meta.url))
export const MODEL_FOLDER = join(PACKAGE, 'model')
/** Questions that the model was not trained on, one a line. */
export const QUESTIONS_FILE = join(PACKAGE, 'questions.jsonl')
export const MODEL = 'tiny-counter'

const STARTING_MS = 600_000

export interface RealVllm {
  readonly url: string
  /** What it wrote so far. */
  said(): string
  /** Kills the engine process alone, as a crash of it would; the server beside it goes on for a moment. */
  killEngine(): void
  /** Kills all of it, as a machine that fails would. */
  kill(): Promise<void>
}

/** Starts vLLM on the CPU with the project's own model, or with what `args` say, and waits until it has loaded. */
export async function startVllm(args: readonly string[] = ['--max-model-len', '512']): Promise<RealVllm> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const modelArgs = ['--model', MODEL_FOLDER, '--served-model-name', MODEL, '--dtype', 'float32', '--enforce-eager']
  const child = spawn(
    PYTHON ?? 'python3',
    ['-m', 'vllm.entrypoints.openai.api_server', ...modelArgs, '--host', '127.0.0.1', '--port', `${port}`, ...args],
    { env: { ...process.env, ...OFFLINE }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-100_000)
    })
  }
  await loaded(child, url, () => said)
  return {
    url,
    said: () => said,
    killEngine: () => {
      const engine = processesBelow(child.pid ?? 0).find(({ command }) => command.includes('EngineCore'))
      if (engine === undefined) throw new Error('vLLM has no process named EngineCore')
      process.kill(engine.pid, 'SIGKILL')
    },
    kill: () => killWhole(child),
  }
}

const OFFLINE = {
  HF_HUB_OFFLINE: '1',
  VLLM_NO_USAGE_STATS: '1',
  VLLM_CPU_KVCACHE_SPACE: '1',
  VLLM_ALLOW_LONG_MAX_MODEL_LEN: '1',
}

async function loaded(child: ChildProcess, url: string, said: () => string): Promise<void> {
  const until = performance.now() + STARTING_MS
  for (;;) {
    const status = await fetch(`${url}/health`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    if (child.exitCode !== null || performance.now() > until) {
      await killWhole(child)
      throw new Error(`vLLM did not start: ${said().slice(-3000)}`)
    }
    await sleep(250)
  }
}

async function killWhole(child: ChildProcess): Promise<void> {
  for (const { pid } of processesBelow(child.pid ?? 0)) killIfThere(pid)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

export interface ServersOfSuite {
  readonly urls: readonly string[]
  readonly model: string
  stop(): Promise<void>
}

/** Gives the servers that `VLLM_URL` names, separated by commas, or starts so many with the project's own model. */
export async function serversOfSuite(count: number): Promise<ServersOfSuite> {
  const given = process.env['VLLM_URL']?.split(',')
  if (given !== undefined) {
    const served = await Promise.all(given.map(modelOf))
    return { urls: served.map(({ url }) => url), model: served[0]?.model ?? '', stop: async () => undefined }
  }
  const started = await Promise.all(Array.from({ length: count }, () => startVllm()))
  return {
    urls: started.map(({ url }) => url),
    model: (await modelOf(started[0]?.url ?? '')).model,
    stop: async () => {
      await Promise.all(started.map((server) => server.kill()))
    },
  }
}

/** The address of a server without what follows it, and the model it serves. */
export async function modelOf(url: string): Promise<{ url: string; model: string }> {
  const base = url.replace(/\/+$/, '').replace(/\/v1$/, '')
  const models = (await (await fetch(`${base}/v1/models`)).json()) as { data: { id: string }[] }
  return { url: base, model: models.data[0]?.id ?? '' }
}
