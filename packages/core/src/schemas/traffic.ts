import { z } from 'zod'
import { ShareEstimate } from './estimates.js'
import { Provenance } from './pool.js'

const amount = z.number().min(0)

/** How many days of traffic are read. */
export const TrafficDays = z.enum(['1', '7', '30', '90', '400'])
export type TrafficDays = z.infer<typeof TrafficDays>

/** Figures of some of the gateway's kept requests. */
const Served = z.object({
  requests: z.int().min(0),
  answered: z.int().min(0).describe('of these, how many were given an answer'),
  calls: amount.describe('asked for until the answers'),
  budget: amount.describe('calls that the answered ones would have made by drawing their whole budgets'),
  saved: amount.describe('calls of those budgets that were not asked for'),
  tokens: amount.describe('booked to the team, without those of audits'),
  agreement: z.number().nullable().describe('mean share of the votes that an answer had; null without one'),
  p50Seconds: amount.nullable().describe('to the answer; null without one'),
  p95Seconds: amount.nullable(),
})

/** How often early answers were not the vote of the whole budget, since audits began. */
const EarlyAnswers = z.object({
  since: z.iso.datetime(),
  differed: z.int().min(0),
  share: ShareEstimate.describe('the limits hold at every look at once, in 95 % of the cases'),
})
export type EarlyAnswers = z.infer<typeof EarlyAnswers>

const MethodTraffic = Served.extend({
  pool: z.string(),
  model: z.string(),
  provenance: Provenance.describe('what answers in the pool'),
  method: z.string().describe('its key'),
  cost: amount.nullable().describe('booked when it was used, without audits; null if the pool had no price then'),
  currency: z.string().nullable(),
  early: EarlyAnswers.nullable().describe('null if none was audited'),
})

/** What a team's requests to the gateway came to, by its kept figures. */
export const TrafficView = z.object({
  days: z.int(),
  keepDays: z.int().nullable().describe('days that figures are kept; null keeps none'),
  auditShare: z.number(),
  all: Served,
  ended: z.array(z.object({ stoppedBy: z.string(), requests: z.int() })),
  models: z.array(MethodTraffic).describe('a pool’s model and method each, by requests; 100 at most'),
  byDay: z.array(z.object({ day: z.iso.date(), requests: z.int(), calls: amount, saved: amount })),
  audit: z.object({
    early: EarlyAnswers.nullable(),
    abandoned: z.int().describe('audits of these days that limits, faults or time did not allow'),
    calls: amount,
    tokens: amount,
  }),
})
export type TrafficView = z.infer<typeof TrafficView>
