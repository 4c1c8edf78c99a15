import type { DeliveryList, WebhookList, WebhookTestView } from '@cges-fleet/core'
import { GetWebhookTest, ListDeliveries, ListWebhooks, TestWebhook } from '@cges-fleet/core/contract'
import {
  findWebhookTest,
  listDeliveries,
  listWebhooks,
  MOST_OPEN_TESTS,
  newestWebhookTests,
  queueWebhookTest,
} from '@cges-fleet/db'
import { Controller, Module } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { unknownEvaluation } from '../evaluations/evaluation-view.js'
import { Missing, Refusal } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'

/** The webhooks that can be notified of an evaluation's end, their tests, and the deliveries made. */
@Controller()
export class WebhooksController {
  @Serves(ListWebhooks)
  async list(@Caller() { db, team }: Caller): Promise<WebhookList> {
    const tests = await newestWebhookTests(db, team)
    const webhooks = await listWebhooks(db, team)
    return { webhooks: webhooks.map((webhook) => ({ ...webhook, test: tests.get(webhook.name) ?? null })) }
  }

  @Serves(TestWebhook)
  async test(
    @Caller() { db, team }: Caller,
    @Input() { path: { webhook } }: Input<typeof TestWebhook>,
  ): Promise<WebhookTestView> {
    const queued = await queueWebhookTest(db, team, webhook)
    if (queued === null) throw new Missing(`There is no webhook ${webhook}. cges webhook list shows yours.`, webhook)
    if (queued !== 'busy') return queued
    throw new Refusal('conflict', `${MOST_OPEN_TESTS} tests of your team are under way. Wait until one has ended.`)
  }

  @Serves(GetWebhookTest)
  async read(
    @Caller() { db, team }: Caller,
    @Input() { path: { webhook, test } }: Input<typeof GetWebhookTest>,
  ): Promise<WebhookTestView> {
    const found = await findWebhookTest(db, team, { id: test, webhook })
    if (found === null) throw new Missing(`There is no test ${test} of webhook ${webhook}.`, test)
    return found
  }

  @Serves(ListDeliveries)
  async deliveries(
    @Caller() { db, team }: Caller,
    @Input() { path: { id } }: Input<typeof ListDeliveries>,
  ): Promise<DeliveryList> {
    const deliveries = await listDeliveries(db, team, id)
    if (deliveries === null) throw unknownEvaluation(id)
    return deliveries
  }
}

/** The webhooks allowed by the operator of the fleet. */
@Module({ controllers: [WebhooksController] })
export class WebhooksModule {}
