import type { ServerResponse } from 'node:http'
import { sendJson } from '../http.js'
import type { Accepted } from '../protocol/accept-request.js'
import { type Choice, cutChoice } from '../protocol/reply.js'
import { errorEvents, serverError, type WireError, wireError } from '../protocol/wire-error.js'
import type { EngineDeath, Fault } from './fault.js'

/** Returns a choice altered by a fault that changes its content; other faults leave it as it is. */
export function alterChoice(choice: Choice, fault: Fault | null): Choice {
  switch (fault?.kind) {
    case 'no-logprobs':
      return { ...choice, logprobs: null }
    case 'minus-9999':
      return withLogprob(choice, fault.token, -9999)
    case 'nan-in-stream':
      return withLogprob(choice, fault.token, Number.NaN)
    case 'finish':
      return { ...cutChoice(choice, fault.afterTokens), finish: fault.reason, stopReason: null }
    default:
      return choice
  }
}

function withLogprob(choice: Choice, token: number, logprob: number): Choice {
  return { ...choice, logprobs: choice.logprobs?.with(Math.min(token, choice.tokens.length - 1), logprob) ?? null }
}

/** A fault that ends or stops a stream before its answer is whole. */
type Breaking = Extract<Fault, { afterTokens: number }> & { readonly kind: Exclude<Fault['kind'], 'finish'> }

/** Tells whether a fault breaks the stream, and so after how many tokens. */
export function isBreaking(fault: Fault | null): fault is Breaking {
  return fault !== null && 'afterTokens' in fault && fault.kind !== 'finish'
}

/** Breaks a stream at the fault's position. Resolves when the connection has ended. */
export async function breakStream(
  response: ServerResponse,
  fault: Exclude<Breaking, EngineDeath>,
  gone: AbortSignal,
): Promise<void> {
  switch (fault.kind) {
    case 'stall':
      return aborted(gone)
    case 'reset':
      // Earlier output must arrive before the reset does.
      await new Promise((written) => setTimeout(written, 20))
      response.socket?.resetAndDestroy()
      return
    case 'end-early':
      response.end()
      return
    case 'error-chunk':
      response.end(errorEvents(serverError('Something went wrong while answering.')))
      return
    case 'garbage':
      response.end('data: {"choices":[{"delta":{"con\n\n')
      return
    case 'cut-utf8':
      response.end(
        Buffer.concat([Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"'), Buffer.of(0xe2, 0x82)]),
      )
  }
}

/** Ends an answer with an error: inside its stream, or instead of the whole answer. */
export function breakWith(error: WireError, response: ServerResponse, { stream }: Pick<Accepted, 'stream'>): void {
  if (!stream) return sendJson(response, error.status, error.body)
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.end(errorEvents(error))
}

/** Waits until a reader has gone. */
export function aborted(gone: AbortSignal): Promise<void> {
  return gone.aborted
    ? Promise.resolve()
    : new Promise((done) => gone.addEventListener('abort', () => done(), { once: true }))
}

/** A response that is no answer. */
interface Refusal {
  readonly status: number
  readonly body: unknown
}

/** Returns the refusal a fault sends instead of an answer; null if the answer begins. */
export function refuseByFault(fault: Fault | null): Refusal | null {
  if (fault?.kind === 'nan') return serverError('Out of range float values are not JSON compliant')
  if (fault?.kind !== 'status') return null
  if (fault.body !== undefined) return { status: fault.status, body: fault.body }
  if (fault.status === 401) return { status: 401, body: { error: 'Unauthorized' } }
  return wireError(fault.status, { message: `A fault made on demand: ${fault.status}.`, param: null })
}
