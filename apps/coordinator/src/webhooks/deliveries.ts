import { WebhookEvent } from '@cges-fleet/core'
import { type AttemptEnd, type Db, endAttempt, enterWebhooks, takeDeliveries, type TakenDelivery } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import type { CoordinatorEnvironment } from '../env.js'
import { Repeating } from '../repeating.js'
import { hostOf, linkTo, receiverOf, sendTo } from './receiver.js'
import { refusalOf } from './message.js'
import type { Webhook } from './webhook.js'

/** The most receivers contacted at once, so that a slow one holds up few others. */
const AT_ONCE = 8

const EVERY_MS = 1_000

/**
 * Tells webhooks what became of evaluations, with at-least-once delivery: a delivery is leased for a while, and taken over
 * if its process dies. Runs beside the sweep, since receivers may be slow.
 */
@Injectable()
export class Deliveries implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = logger('Deliveries')
  readonly #loop = new Repeating(
    () => this.#work(),
    EVERY_MS,
    (why) => {
      if (this.webhooks.length > 0) this.#logger.warn(`webhook deliveries failed and will be retried: ${why}`)
    },
  )
  #entered = false

  constructor(
    private readonly db: Db,
    private readonly webhooks: readonly Webhook[],
    private readonly env: Pick<CoordinatorEnvironment, 'DASHBOARD_URL'>,
  ) {}

  onApplicationBootstrap(): void {
    this.#loop.start()
  }

  onApplicationShutdown(): Promise<void> {
    return this.#loop.stop()
  }

  async #work(): Promise<void> {
    if (!this.#entered) await enterWebhooks(this.db, this.webhooks.map(entered))
    this.#entered = true
    const taken = await takeDeliveries(this.db, AT_ONCE)
    await Promise.all(taken.map((each) => this.#deliver(each)))
  }

  async #deliver(taken: TakenDelivery): Promise<void> {
    const end = await deliver(taken, { webhooks: this.webhooks, dashboard: this.env.DASHBOARD_URL })
    await endAttempt(this.db, taken, end)
    if (end.kind === 'failed')
      this.#logger.warn(`webhook ${taken.webhook} was not delivered at attempt ${taken.attempt}: ${end.error}`)
  }
}

function entered({ name, url, teams }: Webhook) {
  return { name, host: hostOf(url), teams: teams ?? null }
}

interface Delivering {
  readonly webhooks: readonly Webhook[]
  readonly dashboard: string | undefined
}

/** Sends a delivery to its webhook, if the webhook may receive it. */
async function deliver(taken: TakenDelivery, { webhooks, dashboard }: Delivering): Promise<AttemptEnd> {
  const webhook = receiverOf(webhooks, taken)
  if (typeof webhook === 'string') return failed(webhook, taken)
  const link = evaluationLink(taken, dashboard)
  const message = WebhookEvent.safeParse({ ...taken.body, id: taken.id, link })
  if (!message.success) return failed('the message is not one that this release sends', taken)
  const refusal = refusalOf(await sendTo(webhook, message.data))
  return refusal === null ? { kind: 'delivered' } : failed(refusal.detail, taken)
}

function failed(error: string, { attempt }: TakenDelivery): AttemptEnd {
  return { kind: 'failed', error, retryInSeconds: retryDelay(attempt) }
}

/** A link to the evaluation's page; null if the dashboard's address is not set. */
function evaluationLink({ body }: TakenDelivery, dashboard: string | undefined): string | null {
  const { evaluation } = body
  if (typeof evaluation !== 'object' || evaluation === null || !('id' in evaluation)) return null
  return linkTo(dashboard, `evaluations/${String(evaluation.id)}`)
}

/** How often a delivery is tried in all. */
const ATTEMPTS = 10

const FIRST_SECONDS = 5
const LONGEST_SECONDS = 21_600

/**
 * Returns the backoff, in seconds, after that many failed attempts: 5 s, tripled each time, at most 6 h; null after the
 * tenth, some ten hours later.
 */
export function retryDelay(attempt: number): number | null {
  return attempt >= ATTEMPTS ? null : Math.min(LONGEST_SECONDS, FIRST_SECONDS * 3 ** (attempt - 1))
}
