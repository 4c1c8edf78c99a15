import { z } from 'zod'
import { noteOf } from '../preflight/preflight.js'
import { EvaluationStatus } from './evaluation-status.js'
import { note, noteMaybe, noteWhy } from './note-shapes.js'
import { PoolPause } from './pool-pause.js'
import { Priority } from './priority.js'

/** Why a method cannot run on a pool. */
export const SetAsideNote = noteOf(['no_logprobs', 'no_top_logprobs', 'no_reward_model', 'no_step_scorer'])
export type SetAsideNote = z.infer<typeof SetAsideNote>

/** What a submitter should know before an evaluation starts, although it can run. */
export const SubmissionNote = noteOf(['temperature_zero', 'seed_ignored'])
export type SubmissionNote = z.infer<typeof SubmissionNote>

/** What raised the alarm of a run, after which no live interval holds. */
export const AlarmNote = z.discriminatedUnion('kind', [
  noteWhy('server_differs', ['questions', 'drawn', 'right', 'othersDrawn', 'othersRight'], 'the id of the worker'),
  note('answers_changed', ['questions']).describe('on all servers, during the run'),
])
export type AlarmNote = z.infer<typeof AlarmNote>

/** What a reader should know before believing a method's figures. `evaluationWarningWords` writes it in a sentence. */
export const EvaluationWarning = z.discriminatedUnion('kind', [
  note('invented_answers').describe(
    'by its own word, the simulator makes up answers to questions it was not started with',
  ),
  noteWhy('untrained', [], 'the benchmark that the tiny model was trained on; this is another'),
  note('copies', ['copied', 'questions']).describe('other seeds gave the same text, in so many of the questions'),
  note('deterministic', ['copied', 'questions']).describe('at temperature 0 samples are one text'),
  note('alike', ['copied', 'questions']).describe('many questions have one text in all samples, perhaps by chance'),
  note('temperature_zero').describe('all samples of a question will be one text'),
  note('seed_ignored', ['servers']).describe('so many servers gave one text for two seeds when they were checked'),
  noteWhy('blocked', ['blocked', 'trials'], 'the most common error'),
  noteWhy('low_confidence', ['median'], 'the signal that CGES cannot use well'),
  ...AlarmNote.options,
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
  noteWhy('decided', [], 'the evaluation’s name').describe(
    'its `until` ended it, and what it closed is no random part of its questions: replicates were added, or its samples drifted',
  ),
  note('other_order').describe('both were ended by their `until`, each in a random order of its own'),
  ...NotComparable.options.map((option) => option.extend({ why: z.string().describe('the evaluation’s name') })),
  noteWhy('partly_judged', ['judged', 'trials'], 'the evaluation’s name'),
  note('other_questions').describe('of other benchmarks, or of other revisions of one'),
  note('none_in_common'),
])
export type PairNote = z.infer<typeof PairNote>

/** Why a suite's table leaves an evaluation out. */
export const LeftOutNote = z.discriminatedUnion('kind', [
  note('no_room', ['columns']),
  noteWhy('other_run', [], 'the benchmark and pool, of which another run is in the table'),
])
export type LeftOutNote = z.infer<typeof LeftOutNote>

/** Why an evaluation has no final statistics. */
export const InterimNote = z.discriminatedUnion('kind', [
  note('decided').describe('its `until` ended it before its last question'),
  note('not_done').extend({ why: EvaluationStatus }),
  note('ended_early').describe('before every method had its verdicts'),
])
export type InterimNote = z.infer<typeof InterimNote>

/** How GPU-seconds were computed, or why they are not known. */
export const GpuTimeNote = z.discriminatedUnion('kind', [
  note('shared').describe('a server is one GPU; its time is shared equally by the calls in flight there'),
  note('processor').describe('the same, of a server on a processor'),
  note('simulated').describe('the same, of the simulator'),
  note('unknown').describe('answers were recorded or imported'),
])
export type GpuTimeNote = z.infer<typeof GpuTimeNote>

/** Why maj@k and pass@k cannot be computed. */
export const SubsetsNote = note('uneven_samples').describe('questions have unequal numbers of samples')
export type SubsetsNote = z.infer<typeof SubsetsNote>

/** Why an evaluation cannot end within its own caps or its team's limits: the least it takes, and what it may. */
export const ForecastRefusal = z.discriminatedUnion('kind', [
  note('calls_cap', ['least', 'cap']),
  note('tokens_cap', ['least', 'cap']),
  note('team_calls', ['least', 'limit']).describe('the team limits the calls of one evaluation'),
  note('team_tokens_of_call', ['most', 'left']).describe('one call may use more than the team has left today'),
  note('team_tokens', ['least', 'last', 'left']).describe('`last` of them are reserved for its last call'),
])
export type ForecastRefusal = z.infer<typeof ForecastRefusal>

/** A limit of a team on what it has in flight, draws or stores. */
export const TeamLimit = z.enum(['samplesInFlight', 'tokensToday', 'gpuSecondsThisMonth', 'storedBytes'])
export type TeamLimit = z.infer<typeof TeamLimit>

/** Why methods cannot run: what their pool lacks (`why`), and the methods by their keys. */
const lacking = { why: SetAsideNote.shape.kind, methods: z.array(z.string()) }

/** Why an evaluation has the status it has, or what happened to it. `evaluationReasonWords` writes it in a sentence. */
export const EvaluationReason = z.discriminatedUnion('kind', [
  noteWhy('asked', [], 'what the person wrote who paused, resumed or cancelled it'),
  noteMaybe('stopped_calls', [], 'what the person wrote').describe(
    'it was paused, and its calls in flight were stopped',
  ),
  noteWhy('rerun', [], 'the id of the evaluation that it repeats'),
  note('log_announced').describe('its samples come from a log'),
  note('importing', ['samples']),
  note('import_silent', ['samples', 'seconds']).describe('so long since the last batch of its log'),
  noteWhy('import_failed', [], 'what its sender was told'),
  note('import_continued'),
  note('imported', ['samples']),
  noteWhy('verdicts_imported', [], 'the rule that another program applied'),
  note('truncated', ['samples', 'drawn', 'maxTokens']).describe('so many of the first samples cast no vote'),
  note('declined', ['samples', 'drawn']).describe('so many of the first samples cast no vote'),
  note('unread', ['samples', 'drawn']).describe('so many of the first samples cast no vote'),
  note('copies', ['copied', 'questions']).describe('other seeds gave the same text'),
  ...AlarmNote.options,
  note('set_aside').extend(lacking).describe('the other methods run on'),
  note('none_runs', ['questions']).extend(lacking).describe('no method is left'),
  noteWhy('undecidable', [], 'why a method could not decide on its samples'),
  noteWhy('rounds_fail', ['failures'], 'the error of the last'),
  note('rounds_work').describe('after some that failed'),
  note('calls_cap', ['cap']),
  note('tokens_cap', ['cap']),
  note('decided', ['closed', 'trials']).describe('its `until` held after so many of its trials'),
  note('redraws_used_up').describe('the cap on calls leaves none to draw failed samples again'),
  note('team_tokens_of_call', ['most', 'left']).describe('one call may use more than the team has left today'),
  note('team_gpu_seconds').describe('those of the month are used up'),
  note('team_storage').describe('the team may store no more'),
  noteMaybe('retried', ['trials'], 'the reason given'),
  noteMaybe('extended', [], 'the reason given').extend({
    counts: z.object({
      replicates: z.number().nullable().describe('null: as before; so with the others'),
      calls: z.number().nullable().describe('the new cap'),
      tokens: z.number().nullable().describe('the new cap'),
    }),
    methods: z.array(z.string()).describe('those added'),
  }),
  note('blocked', ['blocked', 'trials']),
  noteWhy('none_drawn', ['questions'], 'the most common error'),
  noteWhy('none_accepted', ['questions'], 'why the server refuses the requests'),
])
export type EvaluationReason = z.infer<typeof EvaluationReason>

/** Why an evaluation is not moving. `waitWords` writes it in a sentence. */
export const Waits = z.discriminatedUnion('kind', [
  note('stuck').extend({ why: EvaluationReason.nullable() }),
  note('paused').extend({ why: EvaluationReason.nullable() }),
  note('import').extend({ why: EvaluationReason.nullable() }),
  note('pool-paused').extend({ why: PoolPause.nullable().describe('who paused it, since when and why') }),
  note('queue-away').describe('the queue does not answer'),
  note('no-coordinator').extend({
    counts: z.object({ seconds: z.number().nullable().describe('since one last worked; null: none ever has') }),
  }),
  noteMaybe('no-worker', ['known'], 'why one of the known workers is not ready'),
  note('nothing-running', ['paused']),
  note('all-drawn', ['active', 'paused']),
  note('slots', ['slots']),
  note('share').extend({
    counts: z.object({
      slots: z.number(),
      entitlement: z
        .number()
        .describe('share of the slots that the team’s weight, or its reservation if that is more, entitles it to'),
      reserved: z.number().describe('slots reserved for other teams now'),
      share: z.number().nullable().describe('share it has of what is in flight; null: nothing is'),
    }),
  }),
  note('priority', ['higher'])
    .extend({ why: Priority.describe('its own') })
    .describe('so many evaluations of the team with a higher priority go first'),
  note('team-limit', ['most', 'inFlight', 'slots']).extend({ why: TeamLimit }),
  note('caps', ['evaluations']),
  note('under-way', ['free', 'slots']),
])
export type Waits = z.infer<typeof Waits>

/** Why a method has no curve over its setting. */
export const NoCurve = z.discriminatedUnion('kind', [
  note('ranked').describe('DSC asks the model to rank the questions'),
  note('one_total').describe('it spends one total on all questions together'),
  note('certified').describe('another threshold would keep another promise'),
  note('external').describe('another program decided it'),
  note('too_large').describe('more samples than the API replays'),
  note('no_verdict'),
  note('differs').describe('a replay does not give the stored verdicts'),
])
export type NoCurve = z.infer<typeof NoCurve>

/** Why no flips can be found for a method. `noFlipsWords` writes it. */
export const NoFlips = z.discriminatedUnion('kind', [note('no_setting'), note('not_finished')])
export type NoFlips = z.infer<typeof NoFlips>

/** Why no γ is advised for a signal. `noGammaWords` writes it. */
export const NoGamma = z.discriminatedUnion('kind', [
  note('not_done').describe('some trials have no verdicts yet'),
  note('no_sc').describe('no method draws the whole budget of each question'),
  note('too_few_questions').describe('fewer than two'),
  noteWhy('no_votes', [], 'what the samples lack'),
])
export type NoGamma = z.infer<typeof NoGamma>

/** Whether stopping at the chosen γ pays. `gammaVerdictWords` writes it. */
export const GammaVerdict = z.discriminatedUnion('kind', [
  note('all_wrong').describe('no rule is right on any question of the slice'),
  note('no_candidate').describe('no γ could be chosen'),
  note('low_confidence', ['median']),
  note('accuracy_lost').describe('no γ keeps the accuracy of SC on the slice'),
  note('not_confirmed', ['gamma']).describe('the accuracy is kept on the slice and lost on the rest'),
  note('too_few')
    .extend({
      counts: z.object({
        gamma: z.number(),
        saved: z.number().describe('a share of calls'),
        difference: z.number().nullable().describe('of accuracy to SC on the rest; null: no question to compare on'),
        low: z.number().nullable(),
        high: z.number().nullable(),
      }),
    })
    .describe('too few questions to confirm the accuracy'),
  note('helps', ['gamma', 'saved']),
])
export type GammaVerdict = z.infer<typeof GammaVerdict>
