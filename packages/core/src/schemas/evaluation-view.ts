import { ExternalSpec, MethodSpec } from '@cges-fleet/methods'
import { z } from 'zod'
import { SetAsideMethod } from '../preflight/set-aside.js'
import { EvaluationEvent } from './evaluation-events.js'
import { EvaluationStatus } from './evaluation-status.js'
import { LogSource } from './imports.js'
import { EvaluationReason, EvaluationWarning, NotComparable, SubmissionNote, Waits } from './notes.js'
import { Provenance } from './pool.js'
import { FinishBy } from './finish-by.js'
import { Priority } from './priority.js'
import { Sampling } from './sampling.js'
import { Bounds, ShareEstimate } from './estimates.js'
import { Until, UntilLook } from './until.js'

/** The audit's report: how drawing some trials to the largest budget judges the methods that stopped earlier. */
export const AuditReport = z.object({
  share: z.number().describe('of the trials, as it was asked for'),
  budget: z.int().describe('what each audited trial is drawn on to: the largest budget among the methods'),
  trials: z.int().describe('audited trials'),
  found: z
    .object({
      whole: z.int().describe('audited trials with all these samples; nothing here is about the others'),
      calls: z.int().describe('samples drawn for the audit alone; they count as drawn, and for no method'),
      tokens: z.int().describe('generated in those'),
      methods: z
        .array(ShareEstimate.extend({ key: z.string() }))
        .describe(
          'of the n whole audited trials that the method stopped on before that budget, the share where the vote of all samples is its answer; answers withheld are not among them, and a method without such stops is left out',
        ),
    })
    .nullable()
    .describe('null until done'),
})
export type AuditReport = z.infer<typeof AuditReport>

/** An estimate of a method's share for all questions, from the closed prefix of an evaluation that runs or was decided. */
export const LiveEstimate = ShareEstimate.extend({
  calls: z.number(),
  callsLow: z.number(),
  callsHigh: z.number(),
  difference: Bounds.extend({ baseline: z.string(), value: z.number() }).nullable(),
  decided: z.boolean().describe('true where its `until` ended the evaluation: these are then its figures'),
})
export type LiveEstimate = z.infer<typeof LiveEstimate>

/** A certified method's promise, and the threshold fixed for it. */
export const CertifiedReport = z.object({
  alpha: z.number(),
  delta: z.number(),
  wanted: z.int().describe('calibration questions it is fixed on, unless some of them cannot be drawn'),
  fixed: z
    .object({
      threshold: z.number().nullable().describe('null: none keeps the promise, and the whole budget is drawn'),
      questions: z.int(),
      disagreements: z.int().describe('of those, how many stops differ from the vote of the whole budget'),
      leftOut: z.int().describe('calibration questions that could not be drawn whole: the promise is not about such'),
    })
    .nullable()
    .describe('null until all calibration questions are drawn'),
  callsWithout: z.number().nullable().describe('mean calls of the trials that nothing was fixed on, once final'),
})
export type CertifiedReport = z.infer<typeof CertifiedReport>

/** A method's figures in an evaluation. */
export const MethodReport = z.object({
  key: z.string().describe('canonical key: parameters sorted, defaults written out, @budget'),
  label: z.string().describe('short form for people: defaults left out'),
  spec: z.union([MethodSpec, ExternalSpec]).describe('external: another program decided it, on the same samples'),
  trials: z.int(),
  resolved: z.int(),
  blocked: z.int().describe('trials left open because a sample could not be drawn'),
  rankingCalls: z.int().describe('calls DSC spent on ranking questions by difficulty, beside its calls per question'),
  certified: CertifiedReport.nullable().describe('null unless its threshold is a certified one'),
  interim: z.boolean().describe('true until every trial is resolved or blocked'),
  accuracy: ShareEstimate.nullable().describe(
    'interim: if stopped now, each open trial counted by its current leader, null until every trial has an answer to lead; final: over the resolved',
  ),
  live: LiveEstimate.nullable().describe(
    'while it runs: where the accuracy will end, by the first n trials of its random order, all of them closed, blocked ones counted both ways; value: the share right of those with a verdict, moved into the limits; low and high hold at every look at once in 95 % of runs, within accuracyBounds; calls: mean per question there, with limits of the same kind; difference: by how much the accuracy will differ from the baseline’s, on the same trials, null for the baseline and where it has decided none of them; live is null before the first trial of the order is closed, while there is an alarm, where replicates were added later, and once the figures are final. Of an evaluation that its `until` ended these are its figures',
  ),
  accuracyBounds: Bounds.describe('[correct / N, (correct + unresolved) / N] over all trials'),
  calls: z
    .number()
    .nullable()
    .describe(
      'calls charged per question; interim: Kaplan-Meier estimate of the final mean, null until a trial resolved',
    ),
  callsBounds: Bounds.describe('calls per question cannot end outside these'),
  tokens: z
    .number()
    .nullable()
    .describe('generated per question in the calls charged; null until it is final, and where not known of every call'),
  savedAgainstSc: z.number().nullable().describe('1 − calls / budget: what SC at the same budget would have cost'),
  unresolvedAfter: z
    .array(z.number())
    .describe('share of trials still unresolved after k = 0, 1, 2, … calls (Kaplan-Meier)'),
})
export type MethodReport = z.infer<typeof MethodReport>

export const EvaluationSummary = z.object({
  id: z.string(),
  name: z.string(),
  suite: z.string().nullable(),
  status: EvaluationStatus,
  reason: EvaluationReason.nullable().describe('why it ended, or what it waits for, where that is not plain'),
  provenance: Provenance,
  simulated: z.boolean().describe('true where the answers come from the simulator, not from a model'),
  benchmark: z.object({
    name: z.string(),
    title: z.string(),
    revision: z.string(),
    generated: z.boolean(),
    questions: z.int(),
  }),
  pool: z.object({ name: z.string(), model: z.string(), maxModelLen: z.int().nullable() }),
  methods: z.int(),
  trials: z.object({ total: z.int(), closed: z.int(), blocked: z.int() }),
  samplesDrawn: z.int(),
  source: LogSource.nullable().describe('the log it was imported from, where it was'),
  owner: z.string().nullable().describe('the name of the key that submitted it; null on a fleet without sign-in'),
  tags: z.array(z.string()),
  priority: Priority.describe('among its team’s own evaluations in the pool'),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  archivedAt: z.string().nullable().describe('since when lists leave it out'),
})
export type EvaluationSummary = z.infer<typeof EvaluationSummary>

/** How far an evaluation's samples are independent draws, by the texts of its questions. */
export const Independence = z.object({
  state: z
    .enum(['unknown', 'distinct', 'copies', 'deterministic'])
    .describe(
      'unknown: no question has two texts yet, or it is too early; copies: other seeds gave the same texts, which votes and saved calls rest on; deterministic: temperature 0',
    ),
  texts: z.int().describe('texts of samples read'),
  distinct: z.int().describe('distinct texts, counted within each question'),
  questions: z.int().describe('questions, in each replicate, with at least two texts'),
  copied: z.int().describe('of those, with one text in all their samples'),
})
export type Independence = z.infer<typeof Independence>

/** A running evaluation's remaining time. */
export const TimeLeft = z.object({
  seconds: z.number().describe('expected at the speed of the last 30 s'),
  atMostSeconds: z.number().describe('if every trial takes its whole budget'),
})

/** An evaluation as its page shows it, and as every live frame carries it: absolute values, never increments. */
export const EvaluationView = EvaluationSummary.omit({ methods: true }).extend({
  version: z.int().describe('raised by each round; the id of a live frame'),
  storedBytes: z.number().describe('bytes of its texts, which deleting it frees'),
  textsDeletedAt: z
    .string()
    .nullable()
    .describe('when the texts it had were deleted, by its team’s retention; its answers, figures and verdicts stay'),
  at: z.string().describe('when these numbers were read'),
  seed: z.int(),
  replicates: z.int(),
  sampling: Sampling.partial().describe('an imported evaluation’s only as far as it is known'),
  reproduction: z
    .object({
      modelRevision: z.string().nullable().describe('of the weights the pool serves; null where nobody has said'),
      engines: z.array(z.string()).describe('what served the model, by the first samples of its first twenty trials'),
      promptHash: z.string().describe('SHA-256 of the prompt template, in hexadecimal'),
      release: z.string().describe('of cges-fleet, that works the figures out'),
    })
    .describe('what running it again takes besides seed, sampling, methods and benchmark'),
  digest: z.string().nullable().describe('SHA-256 over all verdicts, once done'),
  gradingVersion: z.int().nullable().describe('the grading version that the digest and the figures read, once done'),
  waits: Waits.nullable().describe(
    'why it is not moving; null while samples of it are in flight, and once it has ended',
  ),
  notComparable: NotComparable.nullable().describe('why paired comparison would mislead, else null'),
  note: z.string().describe('what somebody wrote on it; empty where nobody did'),
  notes: z.array(SubmissionNote).describe('what was known of its samples when it was submitted'),
  setAside: z
    .array(SetAsideMethod.extend({ key: z.string(), label: z.string() }))
    .describe('methods that the pool cannot run, and why; the others run'),
  independence: Independence,
  alarm: z
    .object({
      kind: z.enum(['server', 'order']).describe('server: one answers differently; order: all do, later than before'),
      server: z.string().nullable().describe('the id of the worker that differs most; null for the order'),
      at: z.int().describe('questions looked at when it was raised'),
      servers: z
        .array(z.object({ server: z.string(), drawn: z.int(), right: z.int() }))
        .describe('first samples of questions by worker, up to then'),
    })
    .nullable()
    .describe('samples are not alike, by worker or over the run, and no live estimate is given; else null'),
  warnings: z.array(EvaluationWarning).describe('what a reader should know before believing a method’s figures'),
  sensitivity: z
    .object({
      share: z.number().describe('of the samples read, how many met a fault that may depend on what was being written'),
      methods: z.array(Bounds.extend({ key: z.string() })).describe('accuracy in the worst and in the best case'),
    })
    .nullable()
    .describe('null unless more than 0.5 % of the samples are in doubt'),
  caps: z.object({ calls: z.int().nullable(), tokens: z.int().nullable() }),
  spent: z.object({
    calls: z.int().describe('calls that count towards the cap: draws, rankings, scores; redraws apart'),
    tokens: z.int(),
    gpuSeconds: z.number(),
    money: z.number().nullable().describe('of what was used while its pool had a price; null if it had none'),
    currency: z.string().nullable(),
  }),
  events: z.array(EvaluationEvent).describe('what happened to it and why, oldest first, the newest 50'),
  startedTrials: z.int(),
  samples: z.object({
    drawn: z.int().describe('samples really drawn, shared by all methods'),
    extra: z
      .int()
      .nullable()
      .describe(
        'drawn ahead of need and needed by no method, the audit’s apart; known once done, null where nothing is drawn ahead',
      ),
    inFlight: z.int(),
    waiting: z.int(),
    attempts: z.int().describe('calls to the model, redraws included, abandoned ones apart'),
    abandoned: z
      .int()
      .describe('calls aborted at the model server since nobody needed them any more; no method is charged for them'),
    perSecond: z.number().nullable().describe('over the last 30 s'),
    elapsedSeconds: z.number(),
  }),
  audit: AuditReport.nullable().describe('null unless it was asked for'),
  until: z
    .object({
      goal: Until,
      look: UntilLook.nullable().describe('by the closed trials, at the end by those that decided it; null before any'),
      expected: z
        .int()
        .nullable()
        .describe(
          'trials after which it will end if what is seen goes on; null before it can be known, and at the end',
        ),
    })
    .nullable()
    .describe('when it may end before its last question; null if it may not'),
  eta: TimeLeft.nullable().describe('null until 5 % of the trials are closed, or when nothing moves'),
  finishBy: FinishBy.nullable().describe('when it is wanted; null if nobody said'),
  throughput: z
    .array(z.object({ at: z.string(), samples: z.int() }))
    .describe('samples read per interval, oldest first'),
  methods: z.array(MethodReport),
})
export type EvaluationView = z.infer<typeof EvaluationView>
