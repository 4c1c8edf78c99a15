import { Module } from '@nestjs/common'
import type { ApiEnvironment } from '../env.js'
import { ENVIRONMENT } from '../tokens.js'
import { StatisticsController } from './statistics.controller.js'
import { StatisticsOffice } from './statistics-office.js'
import { statisticsRoom } from './statistics-room.js'

/** The statistics of evaluations. */
@Module({
  controllers: [StatisticsController],
  providers: [
    {
      provide: StatisticsOffice,
      inject: [ENVIRONMENT],
      useFactory: ({ DATABASE_URL, STATISTICS_MEMORY_MB }: ApiEnvironment) =>
        new StatisticsOffice(DATABASE_URL, statisticsRoom(STATISTICS_MEMORY_MB)),
    },
  ],
  exports: [StatisticsOffice],
})
export class StatisticsModule {}
