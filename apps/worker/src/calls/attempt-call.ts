import { refusedSettings } from '@cges-fleet/core'
import { type Claim, claimCalls, type ClaimedCall, endCall, giveUpCall, newId } from '@cges-fleet/db'
import { activeTraceparent, inSpan, type Logger, logger, type Span } from '@cges-fleet/telemetry'
import { drawMetered, type Metered } from '../model-server/draw-sample.js'
import type { SampleRequest } from '../model-server/completion-request.js'
import { type Drawn, NO_TOOLS, rejectedBy } from '../model-server/drawn.js'
import { ChatReplies } from '../chats/chat-replies.js'
import { QuestionRankings } from '../rankings/question-rankings.js'
import { SampleDraws } from '../samples/sample-draws.js'
import { backOffMs, withRetries } from './retries.js'
import type { CallParts } from './call-parts.js'
import { type CallKind, type Fate, givenUp, inCall, requestIdOf, tell } from './call-kind.js'
import type { DrawingContexts } from './drawing-contexts.js'
import { Batcher } from './batches.js'
import type { GivenUp } from './held-leases.js'

const log = logger('Call')

/** Handles one delivery of a call's job, from claim to end, for any kind of call. */
export class CallAttempts {
  readonly #claims: Batcher<Claim, ClaimedCall | null>
  readonly #draw: SampleDraws
  readonly #rank: QuestionRankings
  readonly #chat: ChatReplies

  constructor(
    private readonly parts: CallParts,
    private readonly contexts: DrawingContexts,
  ) {
    const { db, env, worker } = parts
    const terms = { worker, leaseMs: env.LEASE_MS }
    this.#claims = new Batcher((claims) => claimCalls(db, claims, terms))
    this.#draw = new SampleDraws(parts)
    this.#rank = new QuestionRankings(db)
    this.#chat = new ChatReplies(parts)
  }

  /**
   * Claims the call, makes it, and stores the result. Returns how it ended; `nothing` if there was nothing to claim.
   */
  async attempt(callId: string): Promise<Fate<unknown>['kind'] | 'nothing'> {
    const { leases, metrics, failpoint } = this.parts
    failpoint('call.received')
    const claim = newId()
    const { wakeUps } = leases
    const call = await withRetries(() => this.#claims.ask({ callId, claim }), leases.ended)
    if (call === null) return this.#giveUp(callId)
    metrics.claimed(call.fence)
    switch (call.kind) {
      case 'draw':
        return this.#make(this.#draw, call, wakeUps)
      case 'rank':
        return this.#make(this.#rank, call, wakeUps)
      case 'chat':
        return this.#make(this.#chat, call, wakeUps)
    }
  }

  /** Counts a job that this version cannot read. */
  deadLettered(): void {
    this.parts.metrics.deadLettered()
  }

  async #giveUp(callId: string): Promise<'nothing'> {
    const { db, worker, leases, rounds } = this.parts
    const given = await withRetries(() => giveUpCall(db, callId, worker), leases.ended)
    if (given !== null) {
      const { evaluationId: evaluation } = given
      log.warn('given up: delivered too often', { ...(evaluation === null ? {} : { evaluation }), call: callId })
      if (evaluation !== null) rounds.askSoon(evaluation)
    }
    return 'nothing'
  }

  #make<Call extends ClaimedCall, Result>(
    kind: CallKind<Call, Result>,
    call: Call,
    wakeUps: number,
  ): Promise<Fate<Result>['kind']> {
    const { leases, metrics, failpoint } = this.parts
    const make = async (signal: AbortSignal, span: Span, own: Logger): Promise<Fate<Result>['kind']> => {
      failpoint('call.claimed')
      const { fate, gpuMs } = await this.#ask(kind, call, signal)
      failpoint('call.answered')
      await inSpan(fate.kind, {}, () => withRetries(() => this.#write(kind, { ...call, gpuMs }, { fate, own }), signal))
      failpoint('call.written')
      metrics.ended(fate.kind)
      tell(fate, span, own)
      return fate.kind
    }
    return inCall(kind, call, (span, own) => leases.holding(call, (signal) => make(signal, span, own), wakeUps))
  }

  async #ask<Call extends ClaimedCall, Result>(
    kind: CallKind<Call, Result>,
    call: Call,
    signal: AbortSignal,
  ): Promise<{ readonly fate: Fate<Result>; readonly gpuMs: number }> {
    const { engine, env } = this.parts
    const context = await withRetries(() => this.contexts.of(call), signal)
    if (context === null) return { fate: { kind: 'hand_back', reason: 'lease lost' satisfies GivenUp }, gpuMs: 0 }
    const request = {
      ...kind.requestOf(call, context),
      requestId: requestIdOf(call),
      model: context.model,
      context: context.maxModelLen,
      deadlineMs: env.SAMPLE_DEADLINE_MS,
    }
    const { drawn, gpuMs } = await this.#drawn(request, signal)
    if (drawn.kind === 'misconfigured') engine.pause(drawn.message)
    if (drawn.kind === 'fault') this.#afterFault(drawn)
    const fate = await kind.fateOf(drawn, call, { context, signal })
    return { fate: signal.aborted ? givenUp(signal.reason as GivenUp, drawn) : fate, gpuMs }
  }

  /** A server that sends no completions does so fast, and would take every call from the servers that work. */
  #afterFault({ what, when, message }: Extract<Drawn, { readonly kind: 'fault' }>): void {
    const { engine } = this.parts
    const isBefore = when === 'before_first_byte'
    if (what === 'no_completion' || (what === 'unreadable_event' && isBefore)) engine.pause(message)
    else if (when !== 'mid_stream') engine.suspect(message)
  }

  /** A setting that would change the answers is never left out of a request: the request is refused here. */
  async #drawn(request: SampleRequest, signal: AbortSignal): Promise<Metered> {
    const { server } = this.parts.engine
    const [refused] = refusedSettings(request.sampling, server.parameters.refused)
    if (refused !== undefined) return { drawn: rejectedBy(refused), gpuMs: 0 }
    if (request.extra?.['tools'] !== undefined && server.endpoint === 'text') return { drawn: NO_TOOLS, gpuMs: 0 }
    const metered = await drawMetered(server, request, signal)
    if (metered.drawn.kind === 'rejected') server.warmUp.end()
    return metered
  }

  async #write<Call extends ClaimedCall, Result>(
    kind: CallKind<Call, Result>,
    call: Call & { readonly gpuMs: number },
    { fate, own }: { readonly fate: Fate<Result>; readonly own: Logger },
  ): Promise<void> {
    const { db, rounds, metrics } = this.parts
    const { gpuMs } = call
    switch (fate.kind) {
      case 'land':
        if (!(await kind.land(call, fate.result))) {
          own.info('the answer came after its lease was given to another: discarded')
          return metrics.fenced()
        }
        if (call.evaluationId !== null) rounds.askSoon(call.evaluationId, activeTraceparent())
        return kind.landed(call, fate.result, own)
      case 'redraw': {
        const { reason, unclear } = fate
        await endCall(db, call, { state: 'failed', reason, unclear, gpuMs, backOffMs: backOffMs(call.fence) })
        return
      }
      case 'hand_back':
      case 'abandon': {
        const { kind: how, ...used } = fate
        await endCall(db, call, { ...used, state: how === 'abandon' ? 'abandoned' : 'handed_back', gpuMs })
        return
      }
      case 'pause':
        await endCall(db, call, { state: 'handed_back', reason: fate.reason, gpuMs })
    }
  }
}
