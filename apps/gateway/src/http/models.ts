import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ChatParts } from './chat-handler.js'
import { sendJson } from './gateway-server.js'

/** Lists what a request may name as its model: each pool, by its name. */
export async function handleModels(
  { callers, pools }: Pick<ChatParts, 'callers' | 'pools'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await callers.teamOf(request)
  const data = (await pools.now()).map(({ name, model, createdAt, slots }) => ({
    id: name,
    object: 'model',
    created: Math.floor(createdAt.getTime() / 1000),
    owned_by: 'cges-fleet',
    cges: { model, slots },
  }))
  sendJson(response, 200, { object: 'list', data })
}
