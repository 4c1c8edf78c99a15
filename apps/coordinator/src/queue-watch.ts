import type { QueueTrouble } from '@cges-fleet/queue'
import { logger } from '@cges-fleet/telemetry'
import type { CoordinatorMetrics } from './metrics/coordinator-metrics.js'

/** Looks at the queue's store beside the sweep, and tells what an operator must change there: once, until it changes. */
export class QueueWatch {
  readonly #logger = logger('Queue')
  #dueAt = 0
  #told = ''

  constructor(
    private readonly troubles: () => Promise<readonly QueueTrouble[]>,
    private readonly metrics: CoordinatorMetrics,
    private readonly everyMs: number,
  ) {}

  /** Looks if it is due; called once a sweep. An unavailable store is told elsewhere. */
  async look(): Promise<void> {
    if (performance.now() < this.#dueAt) return
    this.#dueAt = performance.now() + this.everyMs
    const troubles = await this.troubles().catch(() => null)
    if (troubles === null) return
    this.metrics.queueTroubles(troubles)
    const words = troubles.map(({ why }) => why).join('; ')
    if (words !== this.#told && words !== '') this.#logger.error(words)
    if (words === '' && this.#told !== '') this.#logger.info('the settings of the queue are right again')
    this.#told = words
  }
}
