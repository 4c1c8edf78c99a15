import { type ClaimedCall, type DataSource, type DrawingContext, selectDrawingContext } from '@cges-fleet/db'

/** Caches how evaluations are drawn, by evaluation; loaded once, and again after methods were added. */
export class DrawingContexts {
  readonly #read = new Map<string, { readonly methods: number; readonly context: Promise<DrawingContext> }>()

  constructor(private readonly db: DataSource) {}

  of({ evaluationId, methods }: Pick<ClaimedCall, 'evaluationId' | 'methods'>): Promise<DrawingContext> {
    const known = this.#read.get(evaluationId)
    if (known !== undefined && known.methods >= methods) return known.context
    const context = selectDrawingContext(this.db, evaluationId)
    context.catch(() => this.#read.delete(evaluationId))
    this.#read.set(evaluationId, { methods, context })
    return context
  }
}
