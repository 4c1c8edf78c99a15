import { z } from 'zod'
import { noteOf } from '../preflight/preflight.js'

/** Why a method cannot run on a pool. */
export const SetAsideNote = noteOf(['no_logprobs', 'no_top_logprobs', 'no_reward_model', 'no_step_scorer'])
export type SetAsideNote = z.infer<typeof SetAsideNote>

/** What a submitter should know before an evaluation starts, although it can run. */
export const SubmissionNote = noteOf(['temperature_zero', 'seed_ignored'])
export type SubmissionNote = z.infer<typeof SubmissionNote>

/** A note that programs read by its kind and counts; `why` is a name or what somebody else said, null where there is neither. */
function note<Kind extends string, Counts extends string = never>(kind: Kind, counts: readonly Counts[] = []) {
  const shape = Object.fromEntries(counts.map((name) => [name, z.number()])) as Record<Counts, z.ZodNumber>
  return z.object({ kind: z.literal(kind), counts: z.object(shape), why: z.null() })
}

/** The same with a reason, which is never null. */
function noteWhy<Kind extends string, Counts extends string>(kind: Kind, counts: readonly Counts[], about: string) {
  return note(kind, counts).extend({ why: z.string().describe(about) })
}

/** What a reader should know before believing a method's figures. `evaluationWarningWords` writes it in a sentence. */
export const EvaluationWarning = z.discriminatedUnion('kind', [
  note('invented_answers').describe('the simulator makes up answers to questions it was not started with'),
  noteWhy('untrained', [], 'the benchmark that the tiny model was trained on; this is another'),
  note('copies', ['copied', 'questions']).describe('other seeds gave the same text, in so many of the questions'),
  note('deterministic', ['copied', 'questions']).describe('at temperature 0 samples are one text'),
  note('alike', ['copied', 'questions']).describe('many questions have one text in all samples, perhaps by chance'),
  note('temperature_zero').describe('all samples of a question will be one text'),
  note('seed_ignored', ['servers']).describe('so many servers gave one text for two seeds when they were checked'),
  noteWhy('blocked', ['blocked', 'trials'], 'the most common error'),
  noteWhy('low_confidence', ['median'], 'the signal that CGES cannot use well'),
  noteWhy('server_differs', ['questions', 'drawn', 'right', 'othersDrawn', 'othersRight'], 'the id of the worker'),
  note('answers_changed', ['questions']).describe('on all servers, during the run'),
])
export type EvaluationWarning = z.infer<typeof EvaluationWarning>

/** What keeps CGES from using a signal well. */
export const SignalWarning = note('low_confidence', ['median'])
export type SignalWarning = z.infer<typeof SignalWarning>

/** Why paired comparison of an evaluation's methods would mislead. */
export const NotComparable = z.discriminatedUnion('kind', [
  note('ended_early').describe('open methods have no verdict'),
  note('failed').describe('before every method had its verdicts'),
  note('blocked', ['blocked', 'trials']),
])
export type NotComparable = z.infer<typeof NotComparable>

/** Why the methods of an evaluation are not compared. */
export const NotCompared = z.discriminatedUnion('kind', [...NotComparable.options, note('one_method')])
export type NotCompared = z.infer<typeof NotCompared>

/** A sign that a result rests on guessed answers: shares of samples. */
export const ReadingWarning = z.discriminatedUnion('kind', [
  note('guessed', ['share']).describe('so many answers were found only as the last one that fits'),
  note('misread', ['last', 'others']).describe(
    'shares of right answers: of those found only as the last, of the others',
  ),
])
export type ReadingWarning = z.infer<typeof ReadingWarning>

/** Why a comparison has no paired counts of a pair; `why` names the evaluation it is about. */
export const PairNote = z.discriminatedUnion('kind', [
  noteWhy('not_done', [], 'the evaluation’s name'),
  ...NotComparable.options.map((option) => option.extend({ why: z.string().describe('the evaluation’s name') })),
  noteWhy('partly_judged', ['judged', 'trials'], 'the evaluation’s name'),
  note('other_questions').describe('of other benchmarks, or of other revisions of one'),
  note('none_in_common'),
])
export type PairNote = z.infer<typeof PairNote>

/** Why a suite's table leaves an evaluation out. */
export const LeftOutNote = z.discriminatedUnion('kind', [
  note('no_room', ['columns']),
  noteWhy('superseded', [], 'the benchmark, of which a newer evaluation is in the table'),
])
export type LeftOutNote = z.infer<typeof LeftOutNote>
