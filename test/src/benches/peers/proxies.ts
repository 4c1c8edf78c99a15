import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { BenchFleet, BenchStores, WORKERS } from '../fleet/bench-fleet.js'
import { SLOTS, type SimulatedServer } from './harnesses.js'

const ITS_BETA = fileURLToPath(new URL('../../../src/benches/peers/its_beta.py', import.meta.url))

export const BUDGET = 16

/** How an answer is found in a text, in Python as in JavaScript. */
export const BOXED = String.raw`boxed\{([^}]*)\}`

/** Something that answers chat completions by calls of a model server. */
export interface Answering {
  readonly url: string
  stop(): Promise<void>
}

/** What stands between a client and the model server. */
export interface Proxy {
  readonly name: string
  /** What its requests have beside the question. */
  readonly request: object
  start(server: SimulatedServer): Promise<Answering>
}

/** No proxy: one call a question. */
export const DIRECT: Proxy = {
  name: 'none, one reply',
  request: { model: 'sim', temperature: 0.7 },
  start: async ({ url }) => ({ url, stop: async () => undefined }),
}

/** The other programs, run by a Python that has them. */
export function otherProxies(python: string): Proxy[] {
  const itsHub = {
    name: 'its_hub 1.2.0, self-consistency',
    request: { model: 'sim' },
    start: async (server: SimulatedServer) => {
      const service = await started(python, ['-m', 'its_hub.integration.iaas.app_server', '--port', '0'])
      const served = { endpoint: `${server.url}/v1`, api_key: 'none', model: 'sim', budget: BUDGET }
      const settings = { ...served, alg: 'self-consistency', regex_patterns: [BOXED] }
      await post(`${service.url}/configure`, settings)
      return service
    },
  }
  const beta = {
    name: 'its_hub 1.2.0, its Beta rule at .95',
    request: { model: 'sim' },
    start: ({ url }: SimulatedServer) => started(python, [ITS_BETA, `${url}/v1`, BOXED, String(BUDGET)]),
  }
  const optillm = (approach: string, more: object) => ({
    name: `OptiLLM 0.4.0, ${approach}`,
    request: { model: `${approach}-sim`, temperature: 0.7, ...more },
    start: ({ url }: SimulatedServer) =>
      started(python, ['-m', 'optillm.server', '--host', '127.0.0.1', '--port', '0', '--base-url', `${url}/v1`]),
  })
  return [itsHub, beta, optillm('majority_voting', { k: BUDGET }), optillm('self_consistency', {})]
}

/** A fleet with a gateway. */
export function ours(method: string): Proxy {
  return {
    name: `cges-fleet, ${method}`,
    request: { model: `bench@${method}`, temperature: 0.7 },
    start: async (server) => {
      const stores = await BenchStores.start('redis')
      const model = { url: server.url, stop: async () => undefined }
      const fleet = await BenchFleet.start(stores, { questions: 1, concurrency: SLOTS / WORKERS }, model)
      const url = await fleet.startGateway()
      const stop = async () => {
        await fleet.stop()
        await stores.stop()
      }
      return { url, stop }
    },
  }
}

/** Starts a program, which says on what address it listens. */
async function started(python: string, args: readonly string[]): Promise<Answering> {
  const env = { ...process.env, OPENAI_API_KEY: 'none', PYTHONUNBUFFERED: '1' }
  const child = spawn(python, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (text: string) => {
      said = `${said}${text}`.slice(-4000)
      const found = /running on (http:\/\/127\.0\.0\.1:\d+)/iu.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
    void ended.then(() => reject(new Error(`it ended at its start: ${said}`)))
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { url, stop }
}

export async function post(url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer none' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}
