import { setTimeout as sleep } from 'node:timers/promises'
import { request as send } from 'undici'
import type { ModelServer } from './model-server.js'

const ANSWER_MS = 5_000
/** How long a dying process may take from its last response until it stops answering. */
const ENDING_MS = 500

/**
 * Returns whether a server has died, the engine or all of it, after an answer broke off: then every answer did, and
 * this one is not at fault. vLLM with a dead engine answers 503 to /health until it exits; a server that is only slow,
 * or has no /health, is alive.
 */
export async function hasDied(server: ModelServer): Promise<boolean> {
  if (await isGone(server)) return true
  await sleep(ENDING_MS)
  return isGone(server)
}

/** Throws an Error that says what to do if the server is up but its engine is dead. */
export async function requireHealth(server: ModelServer): Promise<void> {
  const status = await statusOf(server).catch(() => 200)
  if (status < 500) return
  throw new Error(
    `${server.url}/health answered ${status}: the engine behind it has died. Restart the server, and read in its log why.`,
  )
}

async function isGone(server: ModelServer): Promise<boolean> {
  try {
    return (await statusOf(server)) === 503
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
  }
}

async function statusOf(server: ModelServer): Promise<number> {
  const response = await send(`${server.url}/health`, {
    dispatcher: server.agent,
    headers: server.headers,
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  await response.body.dump()
  return response.statusCode
}
