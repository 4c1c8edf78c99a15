import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerRequest } from './answer-request.js'
import { Engine } from './engine.js'
import { FaultRules } from './faults/fault-rules.js'
import { sendJson } from './http/send-json.js'
import { serverError } from './protocol/wire-error.js'
import { RequestLog } from './request-log.js'
import type { SimulatorOptions } from './simulator-options.js'

export type { SimulatorOptions } from './simulator-options.js'

export type Simulator = {
  readonly url: string
  /** Ends at once, whatever is being written. */
  readonly close: () => Promise<void>
  /** Ends as vLLM does when it is told to: answers may finish for so long, then are ended with the reason `abort`. */
  readonly shutDown: (timeoutMs: number) => Promise<void>
}

/** How long a reader has to take in the end of its answer. */
const LAST_WORDS_MS = 250

/** Starts a server that speaks vLLM's protocol. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const maxModelLen = options.maxModelLen ?? 32_768
  const engine = openEngine(options, maxModelLen)
  const faults = new FaultRules(options.faults)
  const simulated = { options, maxModelLen, engine, faults, log: new RequestLog() }
  const server = createServer((request, response) => {
    answerRequest(simulated, request, response).catch((error: unknown) => fail(response, error))
  })
  await listen(server, options)
  const { address, port, family } = server.address() as AddressInfo
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close,
    shutDown: async (timeoutMs) => {
      server.close()
      const busy = () => engine.load.running + engine.load.waiting > 0
      await until(() => !busy(), timeoutMs)
      engine.abortAll()
      await until(() => !busy(), LAST_WORDS_MS)
      server.closeIdleConnections()
      await sleep(10)
      server.closeAllConnections()
    },
  }
}

/** Throws as vLLM refuses to start, where not even one answer of full length fits into the cache. */
function openEngine(options: SimulatorOptions, maxModelLen: number): Engine {
  const slots = options.maxNumSeqs ?? 16
  const cacheTokens = options.kvCacheTokens ?? slots * maxModelLen
  if (cacheTokens < maxModelLen)
    throw new Error(
      `a key-value cache of ${cacheTokens} tokens holds no answer of max-model-len ${maxModelLen}: raise the cache or lower max-model-len`,
    )
  return new Engine(
    { slots, cacheTokens },
    { timeScale: options.timeScale, fullLoadFactor: options.fullLoadFactor ?? 1 },
  )
}

async function until(condition: () => boolean, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs
  while (!condition() && performance.now() < end) await sleep(5)
}

function listen(server: Server, { host, port }: SimulatorOptions): Promise<void> {
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
