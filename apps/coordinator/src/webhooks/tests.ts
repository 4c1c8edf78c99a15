import type { WebhookTestMessage } from '@cges-fleet/core'
import { type Db, endWebhookTest, takeWebhookTests, type TakenWebhookTest, type WebhookTestEnd } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import type { CoordinatorEnvironment } from '../env.js'
import { Repeating } from '../repeating.js'
import { refusalOf } from './message.js'
import { linkTo, receiverOf, sendTo } from './receiver.js'
import type { Webhook } from './webhook.js'

/** The most tests sent at once. */
const AT_ONCE = 8

/** Somebody waits for the answer. */
const EVERY_MS = 500

/** Sends the test messages that people ask for, each once. Runs beside the deliveries, whose receivers may be slow. */
@Injectable()
export class WebhookTests implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = logger('WebhookTests')
  readonly #loop = new Repeating(
    () => this.#work(),
    EVERY_MS,
    (why) => {
      if (this.webhooks.length > 0) this.#logger.warn(`tests of webhooks could not be read or entered: ${why}`)
    },
  )

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
    const taken = await takeWebhookTests(this.db, AT_ONCE)
    await Promise.all(taken.map(async (each) => endWebhookTest(this.db, each.id, await this.#send(each))))
  }

  async #send(taken: TakenWebhookTest): Promise<WebhookTestEnd> {
    const webhook = receiverOf(this.webhooks, taken)
    if (typeof webhook === 'string') return { status: null, tookMs: 0, failure: 'not_configured', detail: webhook }
    const { id, team } = taken
    const link = linkTo(this.env.DASHBOARD_URL, 'settings/webhooks')
    const message: WebhookTestMessage = { type: 'webhook.test', id, link, webhook: webhook.name, team }
    const startedAt = performance.now()
    const sent = await sendTo(webhook, message)
    const tookMs = Math.round(performance.now() - startedAt)
    const status = sent.kind === 'answered' ? sent.status : null
    const { failure = null } = refusalOf(sent) ?? {}
    return { status, tookMs, failure, detail: sent.kind === 'failed' ? sent.detail : null }
  }
}
