import { Module } from '@nestjs/common'
import { WhyItWaits } from './why-it-waits.js'
import { PoolsController } from './pools.controller.js'

/** Pools with their workers, and who uses them. */
@Module({ controllers: [PoolsController], providers: [WhyItWaits], exports: [WhyItWaits] })
export class PoolsModule {}
