import { z } from 'zod'
import { ConfidenceSignal } from './confidence/confidence-signal.js'

/** The largest number of samples a trial can hold; a sample's index is below it. */
export const MAX_BUDGET = 1024

/** The budget of a method that names none. */
export const DEFAULT_BUDGET = 16

const budget = z
  .int('must be a whole number of samples')
  .min(1, 'must be at least 1 sample')
  .max(MAX_BUDGET, `must be at most ${MAX_BUDGET} samples`)

const probability = z.number().gt(0, 'must lie strictly between 0 and 1').lt(1, 'must lie strictly between 0 and 1')

const Sc = z.strictObject({ method: z.literal('sc'), budget })

const Esc = z.strictObject({
  method: z.literal('esc'),
  window: z.int().min(1, 'must be at least 1 sample').max(MAX_BUDGET),
  answerFrom: z.enum(['plurality', 'window']).default('plurality'),
  budget,
})

const AscBeta = z.strictObject({
  method: z.literal('asc-beta'),
  threshold: probability.default(0.95),
  budget,
})

const AscDirichlet = AscBeta.extend({ method: z.literal('asc-dirichlet') })

const Dsc = z.strictObject({
  method: z.literal('dsc'),
  rankBatch: z.int().min(2).max(64).default(5),
  rankRounds: z.int().min(1).max(100).default(3),
  preSamples: z.int().min(1).max(MAX_BUDGET).default(4),
  easyRun: z.int().min(1).max(100_000).default(32),
  predictFrom: z.int().min(1).max(100_000).default(16),
  extendBy: z.int().min(1).max(MAX_BUDGET).default(4),
  threshold: probability.default(0.95),
  budget,
})

const Cges = z.strictObject({
  method: z.literal('cges'),
  confidence: ConfidenceSignal,
  gamma: probability,
  minSamples: z.int().min(1).max(MAX_BUDGET).default(1),
  support: z.union([z.literal('dynamic'), z.strictObject({ fixed: z.int().min(2) })]).default('dynamic'),
  otherStops: z.boolean().default(false),
  budget,
})

/** A stopping-and-aggregation rule with its parameters and its budget B, every default filled in. */
export const MethodSpec = z.discriminatedUnion('method', [Sc, Esc, AscBeta, AscDirichlet, Dsc, Cges])
export type MethodSpec = z.infer<typeof MethodSpec>

/** A method that decides one trial from that trial's samples alone; DSC decides a whole set of questions. */
export type TrialMethodSpec = Exclude<MethodSpec, { method: 'dsc' }>

/** DSC with its parameters: it ranks questions by difficulty and spends samples on the hard ones. */
export type DscSpec = Extract<MethodSpec, { method: 'dsc' }>

/** The names of the methods, in the order tables show them. */
export const METHOD_NAMES = [
  'sc',
  'esc',
  'asc-beta',
  'asc-dirichlet',
  'dsc',
  'cges',
] as const satisfies readonly MethodSpec['method'][]
