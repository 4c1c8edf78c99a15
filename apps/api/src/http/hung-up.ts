import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { HttpResponse } from './http-response.js'

/** A signal that aborts when the client closes its connection before it has its answer. */
export type HungUp = AbortSignal

/** Injects a signal that stops work nobody waits for any more. */
export const HungUp = createParamDecorator((_: unknown, context: ExecutionContext): HungUp => {
  const response = context.switchToHttp().getResponse<HttpResponse>()
  const closed = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) closed.abort()
  })
  if (response.destroyed) closed.abort()
  return closed.signal
})
