import { Module } from '@nestjs/common'
import { PoolsController } from './pools.controller.js'

/** Pools with their workers, and who uses them. */
@Module({ controllers: [PoolsController] })
export class PoolsModule {}
