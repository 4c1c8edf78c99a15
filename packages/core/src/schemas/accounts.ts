import { z } from 'zod'
import { SetAsideMethod } from '../preflight/set-aside.js'
import { FinishBy } from './finish-by.js'
import { ForecastRefusal, SubmissionNote } from './notes.js'
import { Reservation } from './reservations.js'
import { CallKind } from './calls.js'

const amount = z.number().min(0)

/** Against a limit: null is none. */
const Limited = z.object({ used: amount, limit: amount.nullable() })

/** What was used of a pool. Money is booked with it, at the pool's price of that moment. */
const Used = z.object({
  pool: z.string(),
  calls: z.number().min(0),
  tokens: amount,
  gpuSeconds: amount,
  money: amount.nullable().describe('null if the pool had no price then'),
  currency: z.string().nullable(),
})

/**
 * A team's recent usage, and how near its limits it is. GPU seconds of concurrent requests are split by their tokens.
 */
export const AccountsView = z.object({
  limits: z.object({
    samplesInFlight: Limited,
    tokensToday: Limited,
    gpuSecondsThisMonth: Limited,
    storedBytes: Limited,
  }),
  days: z.array(Used.extend({ day: z.iso.date() })),
  months: z.array(
    Used.extend({
      month: z.string().describe('as in 2026-01; the last twelve'),
      savedCalls: amount.describe(
        'by early stopping: further calls that drawing every question to the largest budget would have made, of evaluations that ended in that month and were not deleted',
      ),
    }),
  ),
})
export type AccountsView = z.infer<typeof AccountsView>

const Cost = z.object({ calls: z.int(), tokens: amount, gpuSeconds: amount })

/** Calls of one kind with one outcome. */
export const CallAccount = Cost.extend({
  kind: CallKind,
  state: z.enum(['started', 'settled', 'failed', 'discarded', 'handed_back', 'lost', 'abandoned']),
})
export type CallAccount = z.infer<typeof CallAccount>

/** What an evaluation cost its team, its overhead for the platform, and what each method would have cost alone. */
export const EvaluationAccount = z.object({
  paid: Cost,
  /** Draws that were lost, repeated, given up, or abandoned since nobody needed them any more. */
  overhead: Cost,
  calls: z.array(CallAccount),
  /** The samples up to each method's verdicts. */
  methods: z.array(Cost.extend({ key: z.string() })),
  money: z
    .object({
      currency: z.string(),
      paid: amount.describe('booked when it was used, at the price of the pool at that moment'),
      methods: z.array(z.object({ key: z.string(), alone: amount.describe('had it run alone') })),
    })
    .nullable()
    .describe('null if its pool had no price then'),
})
export type EvaluationAccount = z.infer<typeof EvaluationAccount>

/**
 * The predicted range of a total. `past`: in 95 of 100 cases, by evaluations of the same benchmark in the same pool;
 * `bound`: always.
 */
export const ForecastInterval = z.object({
  low: z.number().min(0),
  high: z.number().min(0),
  basis: z.enum(['past', 'bound']),
})
export type ForecastInterval = z.infer<typeof ForecastInterval>

export const TimeNeed = z.enum(['ready_worker', 'past_evaluation'])
export type TimeNeed = z.infer<typeof TimeNeed>

/** The resources an evaluation will take, estimated before it starts. */
export const Forecast = z.object({
  trials: z.int(),
  methods: z.array(z.object({ key: z.string(), calls: ForecastInterval })),
  /** Samples actually drawn: methods share them. */
  samples: ForecastInterval,
  tokens: ForecastInterval,
  /** The worst case, whatever the answers are: every trial at the largest budget, every answer at its token limit. */
  worst: z.object({ samples: z.number().min(0), tokens: z.number().min(0) }),
  /** With the slots the pool has ready now, alone in it, at most beside what is reserved for others; null if it has none. */
  seconds: ForecastInterval.nullable(),
  timeNeeds: z
    .array(TimeNeed)
    .describe('what is missing to tell the time; past_evaluation: one of this benchmark by this team in this pool'),
  finishBy: FinishBy.nullable().describe('when it is wanted; null if nobody said'),
  /** Of all GPUs together, by what a sample took before; null if none has been observed. */
  gpuSeconds: ForecastInterval.nullable(),
  reservations: z
    .array(Reservation)
    .describe('of slots of its pool for other teams, within the time that it takes at most; none if that is not known'),
  cost: z
    .object({ low: z.number().min(0), high: z.number().min(0), worst: z.number().min(0), currency: z.string() })
    .nullable()
    .describe('at the price of the pool; null where it has none, or it charges for GPU time and none was observed'),
  /**
   * Roughly what the pool's context leaves for an answer after the longest prompt, in tokens; null if no server has
   * reported it.
   */
  context: z.object({ tokens: z.int(), longestPrompt: z.int(), largestAnswer: z.int() }).nullable(),
  /** The team's allowance for it; null means unlimited. */
  allowance: z.object({ callsPerEvaluation: z.int().nullable(), tokensLeftToday: z.number().nullable() }),
  /**
   * The smallest true difference of two methods' accuracies that would be found in four of five such evaluations, if
   * just one of them is right on that share of the questions; null if none would be.
   */
  detectable: z.array(z.object({ disagreement: z.number(), difference: z.number().nullable() })),
  until: z
    .object({
      questions: z
        .int()
        .nullable()
        .describe('after how many trials its `until` probably ends it; null if no earlier evaluation tells'),
      basis: z
        .enum(['past', 'bound'])
        .describe(
          'past: as the last finished one with these methods in this pool went; bound: at most, whatever the accuracy',
        ),
    })
    .nullable()
    .describe(
      'null if it may not end early; else the least of the other figures is for its earliest end, the most for all its trials',
    ),
  /** Methods that the pool cannot run; nothing of theirs is in the forecast. */
  setAside: z.array(SetAsideMethod.extend({ key: z.string(), label: z.string() })),
  notes: z.array(SubmissionNote),
  /** Why it cannot end within its caps or its team's limits; null if it can. */
  refusal: ForecastRefusal.nullable(),
})
export type Forecast = z.infer<typeof Forecast>
