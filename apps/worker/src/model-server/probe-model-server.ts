import { LONGEST_NAME, MOST_TOKENS, type Provenance } from '@cges-fleet/core'
import { request as send } from 'undici'
import { z } from 'zod'
import { recogniseEngine } from '../engines/all-engines.js'
import { requireHealth } from './has-died.js'
import type { ModelServer } from './model-server.js'
import { readWithin } from './read-limits.js'
import { type KeyFor, refusedKey } from './refused-key.js'

export type ModelServerFacts = {
  readonly model: string
  readonly provenance: Provenance
  readonly maxModelLen: number | null
  readonly version: string | null
  /** Whether it is a simulator that makes up answers to questions it does not know. */
  readonly inventsAnswers: boolean
}

const PROBE_TIMEOUT_MS = 10_000
/** The longest list of models that is read: several hundred, each with its permissions. */
const LONGEST_BYTES = 1_048_576
/** How much of a body that is no list is shown, in characters. */
const SHOWN = 200

const Models = z.object({
  data: z
    .array(
      z.object({
        id: z.string().min(1).max(LONGEST_NAME),
        owned_by: z.string().nullish(),
        invents_answers: z.boolean().nullish().catch(null),
        // More than is ever drawn is as good as no limit.
        max_model_len: z.int().min(1).max(MOST_TOKENS).nullish().catch(null),
      }),
    )
    .min(1),
})

/**
 * Asks a model server which model it serves and whether its answers are a real model's, before work is taken for it.
 * Throws an Error that says what to do if it cannot be reached or does not answer that.
 */
export async function probeModelServer(server: ModelServer, keyFor: KeyFor = 'worker'): Promise<ModelServerFacts> {
  const { status, body, said } = await get(server, '/v1/models')
  if (status === 401 || status === 403) {
    throw new Error(refusedKey('model server', server, keyFor))
  }
  const models = status === 200 ? Models.safeParse(body).data?.data : undefined
  const served = server.wanted === null ? models?.[0] : models?.find(({ id }) => id === server.wanted)
  if (models !== undefined && served === undefined) throw notListed(server, models)
  if (served === undefined) {
    throw new Error(
      `${server.url}/v1/models answered ${status} without a list of models${said}. ` +
        `Check that the address is that of a model server that has finished loading.`,
    )
  }
  await requireHealth(server)
  const owner = served.owned_by ?? ''
  const listed = { id: served.id, owner, context: served.max_model_len ?? null }
  const { kind, version, context } = await recogniseEngine((path) => jsonAt(server, path), listed)
  server.engine.kind = kind
  const provenance = provenanceOf(owner)
  const inventsAnswers = provenance === 'simulated' && served.invents_answers !== false
  return { model: served.id, provenance, maxModelLen: bounded(context), version: named(version), inventsAnswers }
}

/** How many of a server's models an error names. */
const NAMED = 5

function notListed({ url, wanted }: ModelServer, models: readonly { readonly id: string }[]): Error {
  const names = models.slice(0, NAMED).map(({ id }) => id)
  const others = models.length > NAMED ? ` and ${models.length - NAMED} more` : ''
  return new Error(
    `${url} does not list the model ${wanted}. It lists ${names.join(', ')}${others}. Set MODEL_NAME to one of them.`,
  )
}

async function jsonAt(server: ModelServer, path: string): Promise<unknown> {
  const { status, body } = await get(server, path)
  return status === 200 ? body : null
}

/** More than is ever drawn is as good as no limit. */
function bounded(context: number | null): number | null {
  return context !== null && context <= MOST_TOKENS ? context : null
}

function named(version: string | null): string | null {
  return version === null ? null : version.slice(0, LONGEST_NAME)
}

function provenanceOf(owner: string): Provenance {
  switch (owner) {
    case 'cges-fleet-simulator':
      return 'simulated'
    case 'cges-fleet-recorded':
      return 'recorded'
    case 'cges-fleet-tiny':
      return 'tiny'
    default:
      return 'model'
  }
}

interface Got {
  readonly status: number
  readonly body: unknown
  /** How its body begins, as a part of a sentence. */
  readonly said: string
}

async function get(server: ModelServer, path: string): Promise<Got> {
  try {
    const response = await send(`${server.url}${path}`, {
      dispatcher: server.agent,
      headers: server.headers,
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    const text = await readWithin(response.body, LONGEST_BYTES)
    return { status: response.statusCode, body: parseJson(text), said: saidIn(text) }
  } catch (error) {
    const cause = error instanceof Error ? error.message || error.name : String(error)
    throw new Error(`No model server answers at ${server.url} (${cause}). Start it, or correct the address.`, {
      cause: error,
    })
  }
}

function saidIn(text: string | null): string {
  const beginning = text?.trim().slice(0, SHOWN) ?? ''
  return beginning === '' ? '' : `: ${beginning}`
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
