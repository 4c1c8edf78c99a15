import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServedPool } from '@cges-fleet/db'
import { readModel } from '../requests/read-chat.js'
import type { ChatParts } from './chat-handler.js'
import { sendJson } from './gateway-server.js'
import { Refusal } from './refusal.js'

/** Where models are; one of them is below. */
export const MODELS = '/v1/models'

/** Lists what a request may name as its model: each pool, by its name. */
export async function handleModels(
  { callers, pools }: Pick<ChatParts, 'callers' | 'pools'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await callers.of(request)
  const data = (await pools.now()).map((pool) => modelOf(pool.name, pool))
  sendJson(response, 200, { object: 'list', data })
}

/** Answers whether a request may name this model, with a method and options or without. */
export async function handleModel(
  { callers, pools, env }: Pick<ChatParts, 'callers' | 'pools' | 'env'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await callers.of(request)
  const id = idIn((request.url ?? '').split('?', 1)[0] ?? '')
  const { DEFAULT_METHOD: defaultMethod, MOST_CALLS: mostCalls } = env
  sendJson(response, 200, modelOf(id, readModel(id, { pools: await pools.now(), defaultMethod, mostCalls })))
}

function idIn(path: string): string {
  try {
    return decodeURIComponent(path.slice(MODELS.length + 1))
  } catch {
    throw new Refusal('invalid', "The model's name is not encoded as an address.", { param: 'model' })
  }
}

function modelOf(id: string, { model, createdAt, slots }: ServedPool): object {
  const created = Math.floor(createdAt.getTime() / 1000)
  return { id, object: 'model', created, owned_by: 'cges-fleet', cges: { model, slots } }
}
