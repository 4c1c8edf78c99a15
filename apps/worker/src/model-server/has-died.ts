import { setTimeout as sleep } from 'node:timers/promises'
import { request as send } from 'undici'
import type { ModelServer } from './open-model-server.js'

const ANSWER_MS = 5_000
/** What a process that ends takes from its last word until nothing answers any more. */
const ENDING_MS = 500

/**
 * Tells whether a server is gone, engine or all of it, after an answer broke off: then it broke off for no reason of its
 * own. vLLM whose engine has died answers 503 to /health until it ends; a server that is only slow, or knows no /health,
 * is there.
 */
export async function hasDied(server: ModelServer): Promise<boolean> {
  if (await isGone(server)) return true
  await sleep(ENDING_MS)
  return isGone(server)
}

/** Throws an Error that says what to do where the server is there but its engine is not. */
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
