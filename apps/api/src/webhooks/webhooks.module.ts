import { Module } from '@nestjs/common'
import { WebhooksController } from './webhooks.controller.js'

/** The webhooks allowed by the operator of the fleet. */
@Module({ controllers: [WebhooksController] })
export class WebhooksModule {}
