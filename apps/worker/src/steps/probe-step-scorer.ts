import { request as send } from 'undici'
import { z } from 'zod'
import type { ModelServer } from '../model-server/open-model-server.js'
import { readWithin } from '../model-server/read-within.js'

const PROBE_TIMEOUT_MS = 10_000
const LARGEST = 10_000

const Facts = z.object({ name: z.string().min(1).max(200), simulated: z.boolean().default(false) })

/** A step scorer's description of itself. */
export type StepScorerFacts = { readonly name: string; readonly isSimulated: boolean }

/**
 * Asks a step scorer its name, which a pool promises. Throws an Error that says what to do if it cannot be reached or does
 * not answer that.
 */
export async function probeStepScorer(server: ModelServer): Promise<StepScorerFacts> {
  const { status, text } = await asked(server)
  if (status === 401 || status === 403) {
    throw new Error(`The step scorer at ${server.url} refuses the key. Give the worker the key it was started with.`)
  }
  const facts = status === 200 ? Facts.safeParse(parsed(text)) : null
  if (facts?.success !== true) {
    throw new Error(
      `${server.url}/scorer answered ${status} without a name such as {"name": "mars-steps-v1"}. ` +
        `Check that STEP_SCORER_URL is the address of a step scorer.`,
    )
  }
  return { name: facts.data.name, isSimulated: facts.data.simulated }
}

async function asked(server: ModelServer): Promise<{ readonly status: number; readonly text: string | null }> {
  try {
    const { statusCode, body } = await send(`${server.url}/scorer`, {
      dispatcher: server.agent,
      headers: server.headers,
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    return { status: statusCode, text: await readWithin(body, LARGEST) }
  } catch (error) {
    const cause = error instanceof Error ? error.message || error.name : String(error)
    throw new Error(
      `No step scorer answers at ${server.url} (${cause}). Start it, or give the worker the address where it runs.`,
      { cause: error },
    )
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
