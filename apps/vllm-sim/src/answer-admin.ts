import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { FaultRule } from './faults/fault.js'
import { readBody } from './http/read-body.js'
import { sendJson } from './http/send-json.js'
import { parseBody } from './protocol/accept-request.js'
import { badRequest } from './protocol/wire-error.js'
import type { Simulated } from './simulator-options.js'

const Rules = z.strictObject({ rules: z.array(FaultRule).max(100) })

/** Replaces the fault rules while the server runs, and returns those in force. */
export async function answerFaults(
  { faults }: Simulated,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readBody(request)
  const parsed = text === null ? badRequest('The request is too large.') : parseBody(text, Rules)
  if ('status' in parsed) return sendJson(response, parsed.status, parsed.body)
  faults.replace(parsed.body.rules)
  sendJson(response, 200, { rules: faults.all })
}
