import { z } from 'zod'
import { MOST_IN_ALL } from './bounds.js'

export const TeamName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and "-", starting with a letter or digit')

const limit = z
  .int('must be a whole number')
  .min(1, 'must be at least 1; null is no limit')
  .max(MOST_IN_ALL, `must be at most ${MOST_IN_ALL.toLocaleString('en')}; null is no limit`)
  .nullable()

/** A count of single things; the database counts no further. */
const count = z
  .int('must be a whole number')
  .min(1, 'must be at least 1; null is no limit')
  .max(2_147_483_647, 'must be below 2147483648')
  .nullable()

/** The most a team may use; null is no limit. */
export const TeamLimits = z.strictObject({
  samplesInFlight: count.meta({ description: 'samples drawn at once, over all pools' }),
  tokensPerDay: limit.meta({ description: 'prompt and completion tokens in a day' }),
  gpuSecondsPerMonth: limit.meta({ description: 'seconds of the pools’ GPUs in a calendar month' }),
  callsPerEvaluation: count.meta({ description: 'calls one evaluation may make' }),
  storedBytes: limit.meta({ description: 'bytes of questions and texts stored; 50 GiB unless set' }),
})
export type TeamLimits = z.infer<typeof TeamLimits>

const Weight = z.number().gt(0, 'must be above 0').max(1000, 'must be at most 1000')

/** A new team: its share of a pool is its weight among the teams that have work there. */
export const NewTeam = z.strictObject({
  name: TeamName,
  weight: Weight.default(1),
  limits: TeamLimits.partial().default({}),
})
export type NewTeam = z.infer<typeof NewTeam>

/** A change to a team; what is left out stays. */
export const TeamChange = z.strictObject({ weight: Weight.optional(), limits: TeamLimits.partial().default({}) })
export type TeamChange = z.infer<typeof TeamChange>

/** A team: who submits and pays. */
export const TeamView = z.object({ name: z.string(), weight: z.number(), limits: TeamLimits, createdAt: z.string() })
export type TeamView = z.infer<typeof TeamView>

/** Every team. */
export const TeamList = z.object({ teams: z.array(TeamView) })
export type TeamList = z.infer<typeof TeamList>
