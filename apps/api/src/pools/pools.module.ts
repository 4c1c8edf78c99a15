import { Module } from '@nestjs/common'
import { PoolsController } from './pools.controller.js'

/** The workers of each model, and who uses them. */
@Module({ controllers: [PoolsController] })
export class PoolsModule {}
