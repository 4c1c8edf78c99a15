import { Module } from '@nestjs/common'
import { StatisticsModule } from '../statistics/statistics.module.js'
import { ComparisonsController } from './comparisons.controller.js'

/** Evaluations side by side. */
@Module({ imports: [StatisticsModule], controllers: [ComparisonsController] })
export class ComparisonsModule {}
