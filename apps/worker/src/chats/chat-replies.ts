import {
  type ClaimedChat,
  type DrawingContext,
  type DrawnSample,
  landChats,
  type Landing,
  waitForDisk,
} from '@cges-fleet/db'
import type { Logger } from '@cges-fleet/telemetry'
import type { CallParts } from '../calls/call-parts.js'
import type { CallKind, CallRequest, Fate } from '../calls/call-kind.js'
import { Batcher } from '../calls/batches.js'
import type { Drawn } from '../model-server/drawn.js'
import { fateOf } from '../samples/draw-claimed.js'
import { bytesOf, watchedFor } from '../samples/sample-draws.js'

/** The calls that draw a reply to a request of the gateway: a sample of a conversation instead of a question. */
export class ChatReplies implements CallKind<ClaimedChat, DrawnSample> {
  readonly span = 'reply'
  readonly #landings: Batcher<Landing, boolean>
  readonly #waits: Batcher<null, void>

  constructor(private readonly parts: Pick<CallParts, 'db' | 'engine' | 'metrics'>) {
    this.#landings = new Batcher((landings) => landChats(parts.db, landings), bytesOf)
    this.#waits = new Batcher(async (waiting) => {
      await waitForDisk(parts.db)
      return waiting.map(() => undefined)
    })
  }

  named({ requestId, index }: ClaimedChat) {
    return { request: requestId, reply: index }
  }

  requestOf({ request, seed }: ClaimedChat): CallRequest {
    const { messages, extra, sampling, methods } = request
    return { prompt: '', messages, extra, seed, sampling, ...watchedFor(methods, null) }
  }

  async fateOf(drawn: Drawn, chat: ClaimedChat, { context }: { context: DrawingContext }): Promise<Fate<DrawnSample>> {
    const { choices, extra } = chat.request
    return fateOf(
      drawn,
      { ...chat, choices, tools: extra['tools'] !== undefined },
      { context, engine: this.parts.engine.fingerprint },
    )
  }

  async land(
    { callId, fence, claim, gpuMs }: ClaimedChat & { readonly gpuMs: number },
    drawn: DrawnSample,
  ): Promise<boolean> {
    const isOwn = await this.#landings.ask({ callId, fence, claim, gpuMs, drawn })
    await this.#waits.ask(null)
    return isOwn
  }

  landed(chat: ClaimedChat & { readonly gpuMs: number }, reply: DrawnSample, log: Logger): void {
    const { engine, metrics } = this.parts
    metrics.landed({ ...reply, gpuMs: chat.gpuMs, team: chat.teamId, model: engine.model })
    log.debug(`landed: ${reply.outcome}`)
  }
}

/** How a request's replies are drawn: all of it comes with the claim. */
export function chatContext({ request, model, maxModelLen }: ClaimedChat): DrawingContext {
  const { answerKind, sampling, methods } = request
  return { template: '', answerKind, paper: false, sampling, methods, model, maxModelLen }
}
