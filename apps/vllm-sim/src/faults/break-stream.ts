import type { ServerResponse } from 'node:http'
import { serverError } from '../protocol/wire-error.js'
import type { Fault } from './fault.js'

/** A fault that ends or stops a stream before its answer is whole. */
export type Breaking = Extract<Fault, { afterTokens: number }> & { readonly kind: Exclude<Fault['kind'], 'finish'> }

/** Tells whether a fault breaks the stream, and so after how many tokens. */
export function isBreaking(fault: Fault | null): fault is Breaking {
  return fault !== null && 'afterTokens' in fault && fault.kind !== 'finish'
}

/** Breaks a stream that has been written up to the fault's place. Resolves when the connection is gone or ended. */
export async function breakStream(response: ServerResponse, fault: Breaking, gone: AbortSignal): Promise<void> {
  switch (fault.kind) {
    case 'stall':
      return aborted(gone)
    case 'reset':
      // What was written before must arrive before the reset does.
      await new Promise((written) => setTimeout(written, 20))
      response.socket?.resetAndDestroy()
      return
    case 'end-early':
      response.end()
      return
    case 'error-chunk':
      response.end(`data: ${JSON.stringify(serverError('The engine died.').body)}\n\ndata: [DONE]\n\n`)
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

/** Waits until a reader has gone. */
export function aborted(gone: AbortSignal): Promise<void> {
  return gone.aborted
    ? Promise.resolve()
    : new Promise((done) => gone.addEventListener('abort', () => done(), { once: true }))
}
