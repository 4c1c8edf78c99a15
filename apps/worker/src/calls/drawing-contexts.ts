import { type ClaimedCall, type DataSource, type DrawingContext, readDrawingContext } from '@cges-fleet/db'

/** How the evaluations this worker draws for are drawn, each read once and again when it has got more methods. */
export class DrawingContexts {
  readonly #read = new Map<string, { readonly methods: number; readonly context: Promise<DrawingContext> }>()

  constructor(private readonly db: DataSource) {}

  of({ evaluationId, methods }: Pick<ClaimedCall, 'evaluationId' | 'methods'>): Promise<DrawingContext> {
    const known = this.#read.get(evaluationId)
    if (known !== undefined && known.methods >= methods) return known.context
    const context = readDrawingContext(this.db, evaluationId)
    context.catch(() => this.#read.delete(evaluationId))
    this.#read.set(evaluationId, { methods, context })
    return context
  }
}
