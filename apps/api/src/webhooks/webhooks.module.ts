import { Module } from '@nestjs/common'
import { WebhooksController } from './webhooks.controller.js'

/** The webhooks that whoever runs the fleet allows. */
@Module({ controllers: [WebhooksController] })
export class WebhooksModule {}
