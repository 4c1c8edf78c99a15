import { Module } from '@nestjs/common'
import type { ApiEnvironment } from '../env.js'
import { ENVIRONMENT } from '../tokens.js'
import { StatisticsController } from './statistics.controller.js'
import { StatisticsOffice } from './statistics-office.js'

/** The statistics of evaluations. */
@Module({
  controllers: [StatisticsController],
  providers: [
    {
      provide: StatisticsOffice,
      inject: [ENVIRONMENT],
      useFactory: ({ DATABASE_URL }: ApiEnvironment) => new StatisticsOffice(DATABASE_URL),
    },
  ],
  exports: [StatisticsOffice],
})
export class StatisticsModule {}
