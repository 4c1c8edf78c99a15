import { z } from 'zod'
import type { Drawn } from './drawn.js'

const LONGEST_MESSAGE = 2_000

const ErrorBody = z.object({
  error: z.union([
    z.string(),
    z.object({
      message: z.string(),
      param: z.unknown().optional(),
      code: z.unknown().optional(),
      type: z.unknown().optional(),
    }),
  ]),
})
type ErrorBody = z.infer<typeof ErrorBody>

/** Maps a response other than 200 to the sample's fate: redrawn, given up, or the worker paused. */
export function interpretRefusal(status: number, body: string): Drawn {
  const parsed = parseBody(body)
  const said = messageOf(parsed, body)
  const message = `the model server answered ${status}: ${said}`
  if (status === 401 || status === 403) {
    return {
      kind: 'misconfigured',
      message: `${message}. Name a file with the key it was started with by MODEL_SERVER_KEY_FILE.`,
    }
  }
  if (status === 429 && isUsedUp(parsed)) {
    return { kind: 'misconfigured', message: `${message} Nothing is drawn until the account has credit again.` }
  }
  if (status === 404 && isAboutModel(parsed)) {
    return { kind: 'misconfigured', message: `${message} The pool's model must be the one this server serves.` }
  }
  if (status === 405 || status < 400 || (status === 404 && parsed === null)) {
    return {
      kind: 'misconfigured',
      message: `${message}. Check that the worker's address is that of a model server with OpenAI’s endpoints.`,
    }
  }
  if (status === 408 || status === 429 || status >= 500) {
    return { kind: 'fault', when: 'before_first_byte', what: 'refusal', message }
  }
  return { kind: 'rejected', status, message }
}

function parseBody(body: string): ErrorBody['error'] | null {
  try {
    return ErrorBody.parse(JSON.parse(body)).error
  } catch {
    return null
  }
}

function messageOf(error: ErrorBody['error'] | null, body: string): string {
  const said = error === null ? body.trim() : typeof error === 'string' ? error : error.message
  return said === '' ? 'nothing more' : said.slice(0, LONGEST_MESSAGE)
}

function isAboutModel(error: ErrorBody['error'] | null): boolean {
  if (error === null || typeof error === 'string') return false
  return error.param === 'model' || error.message.split('\n').some(saysNoModel)
}

/** Some answer so to an account without credit, which no waiting mends. */
function isUsedUp(error: ErrorBody['error'] | null): boolean {
  return error !== null && typeof error !== 'string' && [error.code, error.type].includes('insufficient_quota')
}

function saysNoModel(line: string): boolean {
  const model = line.search(/\bmodel\b/i)
  return model >= 0 && /\bdoes not exist/i.test(line.slice(model))
}
