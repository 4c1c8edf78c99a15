import { z } from 'zod'
import { CallKind } from './call-kind.js'

const amount = z.number().min(0)

/** Against a limit: null is none. */
const Limited = z.object({ used: amount, limit: amount.nullable() })

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
  days: z.array(z.object({ day: z.iso.date(), pool: z.string(), calls: z.int(), tokens: amount, gpuSeconds: amount })),
})
export type AccountsView = z.infer<typeof AccountsView>

const Cost = z.object({ calls: z.int(), tokens: amount, gpuSeconds: amount })

/** Calls of one kind with one outcome. */
export const CallAccount = Cost.extend({
  kind: CallKind,
  state: z.enum(['started', 'settled', 'failed', 'discarded', 'handed_back', 'lost']),
})
export type CallAccount = z.infer<typeof CallAccount>

/** What an evaluation cost its team, its overhead for the platform, and what each method would have cost alone. */
export const EvaluationAccount = z.object({
  paid: Cost,
  /** Draws that were lost, repeated or given up. */
  overhead: Cost,
  calls: z.array(CallAccount),
  /** The samples up to each method's verdicts. */
  methods: z.array(Cost.extend({ key: z.string() })),
})
export type EvaluationAccount = z.infer<typeof EvaluationAccount>
