import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { readBody } from './http/read-body.js'
import { sendJson } from './http/send-json.js'
import { checkCharacters, parseBody } from './protocol/accept-request.js'
import { ChatRequest } from './protocol/chat-request.js'
import { saidIn } from './protocol/parse-chat-request.js'
import { badRequest, unknownModel } from './protocol/wire-error.js'
import { servedBy, type Simulated } from './simulator-options.js'

const TokenizeRequest = z
  .looseObject({
    model: z.string().nullish(),
    prompt: z.string().optional(),
    messages: ChatRequest.shape.messages.optional(),
    return_token_strs: z.boolean().nullish(),
  })
  .refine((body) => (body.prompt === undefined) !== (body.messages === undefined), {
    message: 'give either prompt or messages',
    path: ['prompt'],
  })

/** Returns the tokens of a prompt or of messages, as they would be counted. */
export async function answerTokenize(
  simulated: Simulated,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const served = servedBy(simulated)
  const { model: name, maxModelLen, tokenizer } = served
  const text = await readBody(request)
  const parsed = text === null ? badRequest('The request is too large.') : parseBody(text, TokenizeRequest)
  const { body } = parsed
  if ('status' in parsed) return sendJson(response, parsed.status, body)
  const { model, prompt, messages, return_token_strs: wantsTexts } = parsed.body
  if (model && model !== name) {
    const unknown = unknownModel(model, name)
    return sendJson(response, unknown.status, unknown.body)
  }
  const said = messages === undefined ? null : saidIn({ messages })
  const tooLong = checkCharacters([prompt ?? '', ...(said ?? []).map(({ content }) => content)], served)
  if (tooLong !== null) return sendJson(response, tooLong.status, tooLong.body)
  const encoded = tokenizer.encode(prompt ?? '')
  const tokens = said === null ? encoded.map(({ id }) => id) : tokenizer.chat(said).tokenIds
  const texts = encoded.map((token) => token.text)
  sendJson(response, 200, {
    count: tokens.length,
    max_model_len: maxModelLen,
    tokens,
    token_strs: wantsTexts && messages === undefined ? texts : null,
  })
}
