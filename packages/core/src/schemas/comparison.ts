import { z } from 'zod'
import { MOST_COMPARED } from '../most-compared.js'
import { Judgement, MeanEstimate } from './estimates.js'
import { EvaluationId } from './evaluation-status.js'
import { EvaluationCost } from './evaluation-list.js'
import { EvaluationSummary, MethodReport } from './evaluation-view.js'
import { LeftOutNote, NotComparable, PairNote } from './notes.js'

/** The most figures a comparison shows: evaluations times methods. */
export const MOST_ARMS = 192

const distinct = (values: readonly string[]) => new Set(values).size === values.length

/** Several ids, with commas between them. */
const ids = z
  .string()
  .max(40 * MOST_COMPARED)
  .transform((text) => text.split(',').filter((id) => id !== ''))
  .pipe(
    z
      .array(EvaluationId)
      .min(1, 'must name at least one evaluation')
      .max(MOST_COMPARED, `must name at most ${MOST_COMPARED} evaluations`)
      .refine(distinct, 'must name each evaluation once'),
  )

/** Which evaluations are compared. */
const evaluations = ids

const methods = z
  .string()
  .max(300 * MOST_COMPARED)
  .transform((text) => text.split(';').filter((name) => name.trim() !== ''))
  .pipe(z.array(z.string().max(300)).min(1).max(MOST_COMPARED, `must name at most ${MOST_COMPARED} methods`))

/**
 * What is compared with what: `with` the base evaluation (each method with the same method there, unless `against` names one), or
 * each method with another of its own evaluation, as a suite's table does.
 */
export const ComparisonQuery = z.object({
  evaluations: evaluations.optional().describe(`ids of up to ${MOST_COMPARED} evaluations, with commas between them`),
  suite: z.string().trim().min(1).max(120).optional().describe('the name of a suite, in place of ids'),
  runs: ids
    .optional()
    .describe(
      'of a suite, the evaluations to show where a benchmark ran several times on a pool; the first unless given',
    ),
  with: z
    .enum(['base', 'own'])
    .optional()
    .describe(
      'base: compare with the base evaluation; own: with a method of the same evaluation. Unless given, own for a suite, else base',
    ),
  base: EvaluationId.optional().describe('the evaluation that others are compared with; the first unless given'),
  against: z
    .string()
    .max(300)
    .optional()
    .describe('the method that all are compared with; unless given the same method, and with own: SC'),
  methods: methods.optional().describe('the methods shown, with semicolons between them; all unless given'),
  unpaired: z
    .enum(['1'])
    .optional()
    .describe('1: compare evaluations without questions in common by their shares alone'),
})
export type ComparisonQuery = z.infer<typeof ComparisonQuery>

/** One evaluation in a comparison, with the figures of the methods shown. */
export const ComparedEvaluation = EvaluationSummary.omit({ methods: true }).extend({
  version: z.int(),
  cost: EvaluationCost,
  notComparable: NotComparable.nullable().describe('why it is in no paired comparison, else null'),
  methods: z.array(MethodReport),
})
export type ComparedEvaluation = z.infer<typeof ComparedEvaluation>

/** The settings that must agree for a difference to have one cause. */
export const SettingKind = z.enum(['questions', 'prompt', 'model', 'sampling', 'answers', 'drawing'])
export type SettingKind = z.infer<typeof SettingKind>

/** A setting of all evaluations, by their order; null if it is not known. */
export const ComparedSetting = z.object({
  kind: SettingKind,
  name: z.string(),
  values: z.array(z.string().nullable()),
  same: z.boolean(),
})
export type ComparedSetting = z.infer<typeof ComparedSetting>

/** On the trials that both have verdicts on. `this` is the one compared, `base` the one it is compared with. */
export const PairedCounts = z.object({
  questions: z.int(),
  trials: z.int(),
  both: z.int().describe('trials both got right'),
  onlyThis: z.int(),
  onlyBase: z.int(),
  neither: z.int(),
  accuracy: z.number().describe('difference of the shares right'),
  calls: z.number().describe('difference of the mean calls'),
  baseCalls: z.number().describe('mean calls of the base on the same trials'),
})
export type PairedCounts = z.infer<typeof PairedCounts>

/**
 * On the first trials of a random order that both sides closed, where one was or both were ended by their `until`. The
 * limits hold wherever that was, and hold together over all such pairs of a comparison.
 */
export const EarlyDifference = z.object({
  trials: z.int().describe('all trials of the run'),
  closed: z.int().describe('the first of them that both sides closed'),
  onlyThis: z.int().describe('of these, trials only this side got right'),
  onlyBase: z.int(),
  unknown: z.int().describe('of these, trials without a verdict of one of them: they may be anything'),
  accuracy: MeanEstimate.describe('difference in accuracy on all trials, estimated, with its 95 % limits'),
  judgement: Judgement,
  calls: z.number().describe('difference of the mean calls on those that both have verdicts on'),
  baseCalls: z.number().describe('mean calls of the base on the same trials'),
})
export type EarlyDifference = z.infer<typeof EarlyDifference>

const sides = {
  evaluation: z.string(),
  method: z.string().describe('key'),
  base: z.string().describe('the evaluation it is compared with'),
  baseMethod: z.string().describe('key'),
}

export const ComparedPair = z.object({
  ...sides,
  state: z
    .enum(['paired', 'early', 'disjoint', 'unpaired', 'interim', 'excluded'])
    .describe(
      'paired: on the questions both have; early: on the first that both closed, for one was ended by its `until`; disjoint: none in common, and an unpaired comparison was not asked for; unpaired: by shares alone; interim: one is not done; excluded: pairs would mislead',
    ),
  note: PairNote.nullable().describe('why there are no paired counts, else null'),
  paired: PairedCounts.nullable(),
  early: EarlyDifference.nullable(),
  unpaired: MeanEstimate.nullable().describe(
    'difference in accuracy of two independent samples, with its 95 % interval',
  ),
})
export type ComparedPair = z.infer<typeof ComparedPair>

/** Evaluations side by side: what differs between them first, then figures and counted pairs. */
export const Comparison = z.object({
  evaluations: z.array(ComparedEvaluation),
  leftOut: z
    .array(z.object({ id: z.string(), name: z.string(), note: LeftOutNote }))
    .describe('evaluations of the suite that are not shown'),
  gone: z.array(z.string()).describe('ids asked for that are no evaluation of the team: deleted, or never there'),
  methodsLeftOut: z
    .array(z.string())
    .describe('labels of methods that are not shown: too many at once, or not asked for'),
  with: z.enum(['base', 'own']),
  base: z.string().nullable().describe('the base evaluation; null where each is compared within itself'),
  settings: z.array(ComparedSetting),
  pairs: z.array(ComparedPair),
})
export type Comparison = z.infer<typeof Comparison>

/** A paired difference with its judgement. */
export const ComparedDifference = z.object({
  ...sides,
  accuracy: MeanEstimate,
  calls: MeanEstimate,
  p: z.number().describe('exact and two-sided: McNemar, with several replicates sign flips by question'),
  midP: z.number(),
  exact: z.boolean().describe('false where the signs were drawn, from a fixed seed'),
  holmP: z.number().describe('p, adjusted for the number of pairs compared'),
  minimumDetectable: z.number().describe('the smallest difference found in 4 of 5 such comparisons, as a share'),
  judgement: Judgement,
})
export type ComparedDifference = z.infer<typeof ComparedDifference>

/** A method’s mean difference over all evaluations of a pool, each weighing the same, from a bootstrap within each. */
export const AverageDifference = z.object({
  pool: z.string().describe('that of the evaluations averaged'),
  method: z.string(),
  baseMethod: z.string(),
  evaluations: z.int(),
  accuracy: MeanEstimate,
  calls: MeanEstimate,
})
export type AverageDifference = z.infer<typeof AverageDifference>

/** The statistics of a comparison's differences; only for pairs that are paired by question. */
export const ComparisonStatistics = z.object({
  margin: z.number().describe('δ, the loss in accuracy a reader is ready for, as a share'),
  resamples: z.int(),
  pairs: z.array(ComparedDifference),
  averages: z.array(AverageDifference).describe('with own alone; of methods that every evaluation of the pool has'),
})
export type ComparisonStatistics = z.infer<typeof ComparisonStatistics>
