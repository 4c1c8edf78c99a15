import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A Python with llama.cpp, and the weights, as `npm run test:with -- llama` gives them. */
export const PYTHON = process.env['LLAMA_PYTHON']
const MODEL = process.env['LLAMA_MODEL'] ?? ''

/** Why tests of a real llama.cpp are skipped, in their names. */
export const NEEDS = 'needs llama.cpp: npm run test:with -- llama'

/** Answers drawn at once, by one thread: several wait for one another, and on a busy machine for most of the time. */
export const SLOTS = 4

/** Answers that do not depend on what is drawn beside them, for nothing is. */
export const ONE_SLOT = ['-np', '1', '--no-cache-prompt']

const HERE = new URL('../../src/real-llama/', import.meta.url)
const PROGRAM = fileURLToPath(new URL('serve.py', HERE))

/** A template that shows the model functions it may call, and its calls; its own has none. */
export const TOOLS = ['--chat-template-file', fileURLToPath(new URL('tools.jinja', HERE))]

const STARTING_MS = 180_000

export interface RealLlama {
  readonly url: string
  kill(): Promise<void>
}

interface Start {
  /** Any free one unless given. */
  readonly port?: number
  /** Tokens that each slot holds. */
  readonly context?: number
  readonly options?: readonly string[]
}

/** Serves the model, with answers that hardly depend on what is drawn beside them, and waits until it has loaded. */
export async function startLlama({ port, context = 512, options = ['--no-repack'] }: Start = {}): Promise<RealLlama> {
  const at = port ?? (await freePort())
  const url = `http://127.0.0.1:${at}`
  const size = ['-c', `${SLOTS * context}`, '-np', `${SLOTS}`]
  const child = spawn(PYTHON ?? '', [PROGRAM, '-m', MODEL, '--port', `${at}`, ...size, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-3000)))
  const until = performance.now() + STARTING_MS
  while ((await status(`${url}/health`)) !== 200) {
    if (child.exitCode !== null || performance.now() > until) {
      await kill(child)
      throw new Error(`llama.cpp did not start: ${said}`)
    }
    await sleep(200)
  }
  return { url, kill: () => kill(child) }
}

function status(url: string): Promise<number> {
  return fetch(url).then(
    (response) => response.status,
    () => 0,
  )
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
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

/** Notes a figure for the page that `npm run test:with -- llama` writes. */
export function report(what: string, figure: string): void {
  console.log(`${what}: ${figure}`)
  const file = process.env['LLAMA_FIGURES']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, figure })}\n`)
}
