import { type Db, endAttempt, enterWebhooks, takeDeliveries, type TakenDelivery } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import type { CoordinatorEnvironment } from '../env.js'
import { deliver } from './deliver.js'
import type { Webhook } from './webhook.js'

/** The most receivers contacted at once, so that a slow one holds up few others. */
const AT_ONCE = 8

const EVERY_MS = 1_000

/**
 * Notifies webhooks of ended evaluations with at-least-once delivery: a delivery is leased for a while, and taken over
 * if its process dies. Runs beside the sweep, since receivers may be slow.
 */
@Injectable()
export class Deliveries implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = logger('Deliveries')
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #entered = false

  constructor(
    private readonly db: Db,
    private readonly webhooks: readonly Webhook[],
    private readonly env: Pick<CoordinatorEnvironment, 'DASHBOARD_URL'>,
  ) {}

  onApplicationBootstrap(): void {
    this.#schedule()
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#running
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#work()
        .catch((error: Error) => this.#logger.warn(`webhooks were not told, and will be: ${error.message}`))
        .then(() => {
          if (this.#timer !== undefined) this.#schedule()
        })
    }, EVERY_MS)
  }

  async #work(): Promise<void> {
    if (!this.#entered) await enterWebhooks(this.db, this.webhooks.map(entered))
    this.#entered = true
    const taken = await takeDeliveries(this.db, AT_ONCE)
    await Promise.all(taken.map((each) => this.#deliver(each)))
  }

  async #deliver(taken: TakenDelivery): Promise<void> {
    const atSeconds = Math.floor(Date.now() / 1000)
    const end = await deliver(taken, { webhooks: this.webhooks, dashboard: this.env.DASHBOARD_URL, atSeconds })
    await endAttempt(this.db, taken, end)
    if (end.kind === 'failed')
      this.#logger.warn(`webhook ${taken.webhook} was not told at attempt ${taken.attempt}: ${end.error}`)
  }
}

function entered({ name, url, teams }: Webhook) {
  return { name, host: new URL(url).host, teams: teams ?? null }
}
