import { Module } from '@nestjs/common'
import { HealthController } from './health.controller.js'

/** What a cluster asks of every process. */
@Module({ controllers: [HealthController] })
export class HealthModule {}
