import type { IncomingMessage } from 'node:http'
import { formProblem } from '@cges-fleet/stores'
import { Refusal } from './refusal.js'

/** How long a body may take to arrive. */
const BODY_MS = 60_000

/** A long conversation beside the schema of its answer, and no more. */
const FORM = { anyCharacters: false, mostMembers: 20_000, deepest: 64 }

/** Reads a body of JSON within bounds of size, form and time. */
export async function readJson(request: IncomingMessage, mostBytes: number): Promise<unknown> {
  const tooLarge = () => new Refusal('too_large', `The request is larger than ${mostBytes} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge()
  const late = setTimeout(() => request.destroy(), BODY_MS)
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of request) {
      const some = part as Buffer
      bytes += some.length
      if (bytes > mostBytes) throw tooLarge()
      parts.push(some)
    }
  } finally {
    clearTimeout(late)
  }
  return parsed(Buffer.concat(parts))
}

function parsed(body: Buffer): unknown {
  const problem = formProblem(body, FORM)
  if (problem !== null) throw new Refusal('invalid', problem)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal('invalid', 'The request is no JSON.')
  }
}
