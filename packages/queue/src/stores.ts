import { z } from 'zod'
import { Failpoints } from './failpoint.js'

/** Where jobs are kept: Redis when there is one, else the database. */
export interface QueueStores {
  readonly redisUrl: string | undefined
  readonly databaseUrl: string
}

/** The two variables that choose the stores, as every process reads them, and what tests make fail. */
export const StoreEnvironment = z.object({
  DATABASE_URL: z
    .string({ error: 'set DATABASE_URL to the PostgreSQL of the fleet, such as postgres://user@host/db' })
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres:// or postgresql://'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'REDIS_URL must start with redis:// or rediss://; unset it to queue in PostgreSQL')
    .optional(),
  FAILPOINT: Failpoints,
})
