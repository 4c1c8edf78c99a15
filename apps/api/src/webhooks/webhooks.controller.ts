import type { DeliveryList, WebhookList } from '@cges-fleet/core'
import { ListDeliveries, ListWebhooks } from '@cges-fleet/core/contract'
import { listDeliveries, listWebhooks } from '@cges-fleet/db'
import { Controller, Module } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { unknownEvaluation } from '../evaluations/evaluation-view.js'
import { Input, Serves } from '../http/serves.js'

/** The webhooks that can be notified of an evaluation's end, and the deliveries made. */
@Controller()
export class WebhooksController {
  @Serves(ListWebhooks)
  async list(@Caller() { db, team }: Caller): Promise<WebhookList> {
    return { webhooks: await listWebhooks(db, team) }
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
