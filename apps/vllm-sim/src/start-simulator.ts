import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerRequest } from './answer-request.js'
import { Engine } from './engine.js'
import { type EngineDeath, FaultRules } from './faults/fault.js'
import { sendJson } from './http.js'
import { serverError } from './protocol/wire-error.js'
import { RequestLog } from './request-log.js'
import type { Simulated, SimulatorOptions } from './simulator-options.js'

export type { SimulatorOptions } from './simulator-options.js'

export type Simulator = {
  readonly url: string
  /** Ends at once, whatever is being written. */
  readonly close: () => Promise<void>
  /** Ends as vLLM does on SIGTERM: running answers may finish within the timeout, then end with the reason `abort`. */
  readonly shutDown: (timeoutMs: number) => Promise<void>
}

/** How long a reader has to receive the end of its answer. */
const LAST_WORDS_MS = 250

/** Starts a server that speaks vLLM's protocol; `onEnd` is called when a fault has ended it for good. */
export async function startSimulator(options: SimulatorOptions, onEnd = (): void => undefined): Promise<Simulator> {
  const maxModelLen = options.maxModelLen ?? 32_768
  const faults = new FaultRules(options.faults)
  const log = new RequestLog()
  const engineOf = (): Engine => openEngine(options, maxModelLen, (death) => void outlive(death))
  let simulated: Simulated = { options, maxModelLen, engine: engineOf(), faults, log }
  let isClosing = false
  const server = createServer((request, response) => {
    answerRequest(simulated, request, response).catch((error: unknown) => fail(response, error))
  })
  await listen(server, options)
  const { address, port, family } = server.address() as AddressInfo
  /** Behaves as vLLM with a dead engine: it answers with errors, then exits. Something may restart it. */
  const outlive = async ({ endsAfterMs, backAfterMs }: EngineDeath): Promise<void> => {
    await sleep(endsAfterMs)
    if (isClosing) return
    await closed(server)
    if (backAfterMs === undefined) return onEnd()
    await sleep(backAfterMs)
    if (isClosing) return
    simulated = { ...simulated, engine: engineOf() }
    await listen(server, { ...options, port })
  }
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: async () => {
      isClosing = true
      await closed(server)
    },
    shutDown: async (timeoutMs) => {
      isClosing = true
      await drained(server, simulated.engine, timeoutMs)
    },
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function drained(server: Server, engine: Engine, timeoutMs: number): Promise<void> {
  server.close()
  const busy = () => engine.load.running + engine.load.waiting > 0
  await until(() => !busy(), timeoutMs)
  engine.abortAll()
  await until(() => !busy(), LAST_WORDS_MS)
  server.closeIdleConnections()
  await sleep(10)
  server.closeAllConnections()
}

/** Throws, as vLLM refuses to start, if not even one answer of full length fits into the cache. */
function openEngine(options: SimulatorOptions, maxModelLen: number, onDeath: (death: EngineDeath) => void): Engine {
  const slots = options.maxNumSeqs ?? 16
  const cacheTokens = options.kvCacheTokens ?? slots * maxModelLen
  if (cacheTokens < maxModelLen)
    throw new Error(
      `a key-value cache of ${cacheTokens} tokens holds no answer of max-model-len ${maxModelLen}: raise the cache or lower max-model-len`,
    )
  const pace = { timeScale: options.timeScale, fullLoadFactor: options.fullLoadFactor ?? 1 }
  return new Engine({ slots, cacheTokens, maxModelLen }, pace, onDeath)
}

async function until(condition: () => boolean, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs
  while (!condition() && performance.now() < end) await sleep(5)
}

function listen(server: Server, { host, port }: Pick<SimulatorOptions, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port ?? 0, host ?? '127.0.0.1', resolve)
  })
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const { status, body } = serverError(error instanceof Error ? error.message : String(error))
  sendJson(response, status, body)
}
