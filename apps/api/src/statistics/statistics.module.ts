import { Module } from '@nestjs/common'
import type { ApiEnvironment } from '../env.js'
import { ENVIRONMENT } from '../tokens.js'
import { StatisticsController } from './statistics.controller.js'
import { StatisticsOffice } from './statistics-office.js'

/** What an evaluation's numbers are worth. */
@Module({
  controllers: [StatisticsController],
  providers: [
    {
      provide: StatisticsOffice,
      inject: [ENVIRONMENT],
      useFactory: ({ DATABASE_URL }: ApiEnvironment) => new StatisticsOffice(DATABASE_URL),
    },
  ],
})
export class StatisticsModule {}
