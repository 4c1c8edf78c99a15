import { AnswerTier } from '@cges-fleet/answers'
import { z } from 'zod'
import { Outcome } from './calls.js'
import { Bounds, Judgement, MeanEstimate, ShareEstimate } from './estimates.js'
import { GpuTimeNote, InterimNote, NoCurve, NoFlips, NotCompared, ReadingWarning, SubsetsNote } from './notes.js'
import { SignalQuality } from './signal-quality.js'

/** A method's accuracy if its answers of low score were withheld, by the score that each verdict stopped with. */
export const CoverageCurve = z.object({
  key: z.string(),
  points: z
    .array(
      z.object({
        from: z.number().describe('answers are given where the score is at least this'),
        coverage: z.number().describe('share of the decided trials that are answered'),
        accuracy: z.number().describe('of those, the share that is right'),
      }),
    )
    .describe('from all answers to the surest few; chosen on the labels they are judged by'),
  area: MeanEstimate.nullable().describe('mean accuracy over all coverages; no score is chosen for it'),
})
export type CoverageCurve = z.infer<typeof CoverageCurve>

/** A rule's outcome at one value of its parameter. */
export const CurvePoint = z.object({
  at: z.number().describe('the parameter’s value'),
  calls: z.number().describe('per question'),
  tokens: z
    .number()
    .nullable()
    .describe('generated in these calls, per question; null where those of one are not known'),
  accuracy: z.number().describe('of the trials where the method has a verdict'),
  stopped: z.int().describe('trials its test stopped, before the budget was used up'),
  error: ShareEstimate.nullable().describe('share of wrong answers among those; null where there is none'),
})
export type CurvePoint = z.infer<typeof CurvePoint>

/** A method's outcome at other values of the parameter that trades calls for accuracy. */
export const MethodCurve = z.object({
  key: z.string(),
  varies: z.string(),
  own: z.number().describe('the method’s own value; its point has the method’s own figures'),
  points: z.array(CurvePoint).describe('by replaying the stored samples; ascending in the parameter'),
  left: z.int().describe('values left out because samples they would need were not drawn'),
  area: MeanEstimate.nullable().describe(
    'mean accuracy over all numbers of calls from 1 to the budget, with its 95 % interval over resampled questions: no value is chosen for it; null where values are left out',
  ),
  areaByTokens: MeanEstimate.nullable().describe(
    'the same over all numbers of tokens, from those of one call to those of the whole budget; null where some are not known, or samples of the budget were not drawn',
  ),
  constant: z
    .object({ confidence: z.number(), points: z.array(CurvePoint) })
    .nullable()
    .describe('CGES: the same with one confidence for all answers, the share of right ones: what counting alone gives'),
  missing: NoCurve.nullable().describe('why there is no point at all, else null'),
})
export type MethodCurve = z.infer<typeof MethodCurve>

/** Questions whose verdict another setting would turn. */
export const FlippedQuestions = z.object({
  count: z.int().describe('all of them, each replicate counted'),
  positions: z.array(z.int()).describe('places in the benchmark, from 0, of the first of them'),
})
export type FlippedQuestions = z.infer<typeof FlippedQuestions>

/** The questions that one method would get right or wrong at other values of its setting. */
export const MethodFlips = z.object({
  key: z.string(),
  none: NoFlips.nullable().describe('why there is no point at all, else null'),
  points: z
    .array(
      z.object({
        at: z.number().describe('the setting’s value'),
        gained: FlippedQuestions.describe('wrong as the method ran, right at this value'),
        spoilt: FlippedQuestions.describe('right as the method ran, wrong at this value'),
        versus: z
          .object({ won: z.int(), lost: z.int() })
          .nullable()
          .describe('questions that only one of it and the baseline has right; null without a baseline'),
      }),
    )
    .describe('by replaying the stored samples, for every point of the method’s curve'),
})
export type MethodFlips = z.infer<typeof MethodFlips>

/** Samples whose answers one tier found. */
export const TierReadings = z.object({
  tier: AnswerTier.nullable().describe('null: not known; read by a log’s own program, or before tiers were stored'),
  meaning: z.string().describe('what the tier is, in words'),
  samples: z.int(),
  share: z.number().nullable().describe('of all samples that ended; null where there is none'),
  graded: z.int().describe('samples whose answer was graded; 0 until the evaluation has ended'),
  accuracy: z.number().nullable().describe('share of right answers among the graded; null where there is none'),
})
export type TierReadings = z.infer<typeof TierReadings>

/** The tiers of an evaluation's answers, in its latest grading: shares of tiers and of the rest add up to 1. */
export const SampleReadings = z.object({
  samples: z.int().describe('that ended: with an answer, without one, truncated or declined'),
  tiers: z.array(TierReadings).describe('marked, stated, last, and null'),
  without: z
    .array(
      z.object({
        outcome: z.enum(['no_answer', 'truncated', 'declined']),
        samples: z.int(),
        share: z.number().nullable(),
      }),
    )
    .describe('samples that gave no answer to read'),
  warnings: z.array(ReadingWarning).describe('where answers of the tier last are many, or right far less often'),
})
export type SampleReadings = z.infer<typeof SampleReadings>

/** How a method's trials ended; the seven add up to all trials. */
export const TrialEndings = z.object({
  correct: z.int(),
  wrong: z.int(),
  truncated: z.int().describe('no answer, and a sample it was charged for was cut off'),
  declined: z.int().describe('no answer, none cut off, and the model refused at least once'),
  noAnswer: z.int().describe('no answer could be read from any sample'),
  abstained: z.int().describe('its answer was withheld for its score'),
  blocked: z.int().describe('no verdict: a sample could not be drawn'),
})
export type TrialEndings = z.infer<typeof TrialEndings>

const Moments = z.object({ mean: z.number(), std: z.number().nullable() })

/** A method against its baseline, on the trials where every method has a verdict. Differences: method − baseline. */
export const PairedComparison = z.object({
  baseline: z.string().describe('key of the method it is compared with'),
  questions: z.int(),
  trials: z.int(),
  won: z.int().describe('trials only this method got right'),
  lost: z.int().describe('trials only the baseline got right'),
  accuracy: MeanEstimate,
  p: z.number().describe('exact and two-sided: McNemar, with several replicates sign flips by question'),
  midP: z.number(),
  exact: z.boolean().describe('false where the signs were drawn, from a fixed seed'),
  holmP: z.number().describe('p, adjusted for the number of methods compared'),
  minimumDetectable: z.number().describe('the smallest difference found in 4 of 5 such evaluations, as a share'),
  judgement: Judgement,
  calls: MeanEstimate,
  tokens: MeanEstimate.nullable(),
  gpuSeconds: MeanEstimate.nullable(),
})
export type PairedComparison = z.infer<typeof PairedComparison>

export const MethodStatistics = z.object({
  key: z.string(),
  endings: TrialEndings,
  accuracy: z.object({
    all: ShareEstimate.nullable().describe('of all trials; blocked ones count as wrong'),
    graded: ShareEstimate.nullable().describe('of the trials with a verdict; no answer counts as wrong'),
    completed: ShareEstimate.nullable().describe('of the trials with a verdict that is an answer'),
  }),
  calls: MeanEstimate.nullable().describe('charged per question, ranking apart'),
  tokens: MeanEstimate.nullable().describe('generated in the calls charged, per question'),
  gpuSeconds: MeanEstimate.nullable().describe('server time of the calls charged, per question'),
  ranking: z.object({ calls: z.int(), gpuSeconds: z.number().nullable() }).describe('in all, apart from the above'),
  scoringSeconds: z.number().nullable().describe('of the reward model, per question, where the method reads one'),
  replicates: z.object({ accuracy: Moments, calls: Moments }).nullable().describe('over replicates, n − 1'),
  comparison: PairedComparison.nullable().describe('null for the baseline, and where pairs would mislead'),
})
export type MethodStatistics = z.infer<typeof MethodStatistics>

/** maj@k, pass@k and pass^k as expectations over all subsets of a trial's samples. */
export const SubsetAccuracy = z.object({
  k: z.int(),
  majority: MeanEstimate,
  majorityError: z.number().describe('standard error of drawing subsets; 0 where all were counted'),
  passAny: MeanEstimate,
  passAll: MeanEstimate,
})
export type SubsetAccuracy = z.infer<typeof SubsetAccuracy>

export const FinalStatistics = z.object({
  margin: z.number().describe('δ, the loss in accuracy a reader is ready for, as a share'),
  resamples: z.int(),
  methods: z.array(MethodStatistics),
  notCompared: NotCompared.nullable().describe('why there is no comparison at all, else null'),
  gpuTime: GpuTimeNote,
  subsets: z.object({ samples: z.int(), trials: z.int(), rows: z.array(SubsetAccuracy) }).nullable(),
  subsetsMissing: SubsetsNote.nullable().describe('why there are no subsets, else null'),
  best: z
    .object({
      accuracy: z.array(z.string()).describe('the most accurate method and all that are not shown to be below it'),
      calls: z.array(z.string()).describe('of those, the cheapest and all that are not shown to be dearer'),
    })
    .describe('keys; by paired 95 % intervals on the trials where every method has a verdict'),
  dominated: z
    .array(z.object({ key: z.string(), by: z.string() }))
    .describe('methods that another is shown to beat: more accurate and not dearer, by paired 95 % intervals; keys'),
  signals: z.array(SignalQuality),
  curves: z.array(MethodCurve),
  coverage: z.array(CoverageCurve).describe('of methods that score their answers'),
})
export type FinalStatistics = z.infer<typeof FinalStatistics>

/** A method of an evaluation that its `until` ended against its baseline, for all questions. Difference: method − baseline. */
export const DecidedDifference = Bounds.extend({
  key: z.string(),
  baseline: z.string().describe('key of the method it is compared with'),
  value: z.number().describe('on the first n questions of the random order, all finished'),
  n: z.int(),
})
export type DecidedDifference = z.infer<typeof DecidedDifference>

/**
 * The statistics of an evaluation. `final` is null until it is complete: before that there is no p-value and no
 * judgement, because optional stopping would invalidate them.
 */
export const EvaluationStatistics = z.object({
  id: z.string(),
  version: z.int(),
  interim: InterimNote.nullable().describe('why there are no final statistics, else null'),
  samples: z
    .object({ outcomes: z.partialRecord(Outcome, z.int()), readings: SampleReadings })
    .describe('read so far, by outcome and by how their answers were found'),
  rules: z.object({ tie: z.string(), noAnswer: z.string() }),
  decided: z
    .array(DecidedDifference)
    .nullable()
    .describe(
      'null unless its `until` ended it; else each method against its baseline, with limits for all questions that hold for all methods together and at every look at once in 95 % of runs',
    ),
  final: FinalStatistics.nullable(),
})
export type EvaluationStatistics = z.infer<typeof EvaluationStatistics>
