import { type ClaimedCall, type DataSource, type DrawingContext, selectDrawingContext } from '@cges-fleet/db'

import { chatContext } from '../chats/chat-replies.js'

type OfEvaluation = Exclude<ClaimedCall, { kind: 'chat' }>
type Holding = Pick<OfEvaluation, 'callId' | 'fence' | 'claim' | 'evaluationId' | 'methods'>

/** Caches how evaluations are drawn, by evaluation; loaded once, and again after methods were added. */
export class DrawingContexts {
  readonly #read = new Map<string, { readonly methods: number; readonly context: Promise<DrawingContext | null> }>()

  constructor(private readonly db: DataSource) {}

  /** The context of a held call's evaluation; null if the call is no longer held. */
  async of(call: ClaimedCall): Promise<DrawingContext | null> {
    if (call.kind === 'chat') return chatContext(call)
    const known = this.#read.get(call.evaluationId)
    // Another call may have asked first, and lost its lease since.
    const shared = known !== undefined && known.methods >= call.methods ? await known.context : null
    return shared ?? this.#select(call)
  }

  #select(call: Holding): Promise<DrawingContext | null> {
    const { evaluationId, methods } = call
    const context = selectDrawingContext(this.db, call)
    const read = { methods, context }
    const forget = () => this.#read.get(evaluationId) === read && this.#read.delete(evaluationId)
    context.then((found) => found ?? forget(), forget)
    this.#read.set(evaluationId, read)
    return context
  }
}
