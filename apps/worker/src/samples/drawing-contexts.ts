import { type DataSource, type DrawingContext, readDrawingContext } from '@cges-fleet/db'

/** How the evaluations this worker draws for are drawn, each read once: nothing of it ever changes. */
export class DrawingContexts {
  readonly #read = new Map<string, Promise<DrawingContext>>()

  constructor(private readonly db: DataSource) {}

  of(evaluationId: string): Promise<DrawingContext> {
    const known = this.#read.get(evaluationId)
    if (known !== undefined) return known
    const read = readDrawingContext(this.db, evaluationId)
    read.catch(() => this.#read.delete(evaluationId))
    this.#read.set(evaluationId, read)
    return read
  }
}
