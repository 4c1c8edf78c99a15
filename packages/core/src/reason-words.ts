import { counted, countedOf, inNumber } from './counted.js'
import { callShortWords } from './forecast-words.js'
import { evaluationWarningWords, setAsideNoteWords } from './note-words.js'
import type { EvaluationReason } from './schemas/notes.js'

/** Says in a sentence or two why an evaluation has its status or what happened to it, and what helps. */
export function evaluationReasonWords(reason: EvaluationReason): string {
  // The compiler does not see that the kind chooses the function of its own reason.
  return (WORDS[reason.kind] as (of: EvaluationReason) => string)(reason)
}

type Of<Kind extends EvaluationReason['kind']> = Extract<EvaluationReason, { readonly kind: Kind }>

const WORDS: { readonly [Kind in EvaluationReason['kind']]: (reason: Of<Kind>) => string } = {
  asked: ({ why }) => `“${why}”.`,
  stopped_calls: ({ why }) => `Calls in flight were stopped${why === null ? '.' : `: “${why}”.`}`,
  rerun: ({ why }) => `Repeats evaluation ${why}.`,
  log_announced: () => 'Its samples come from a log.',
  importing: ({ counts }) => `${counted(counts.samples, 'sample')} imported so far.`,
  import_silent: ({ counts }) =>
    `Its import stopped ${agoWords(counts.seconds)} ago, after ${counted(counts.samples, 'sample')}. Run the same import again to go on, or cancel the evaluation.`,
  import_failed: ({ why }) => `Its import failed: ${ended(why)}`,
  import_continued: () => 'More samples of its log arrived.',
  imported: ({ counts }) => `All its samples are stored: ${grouped.format(counts.samples)}.`,
  verdicts_imported: ({ why }) => `Verdicts of ${why} were imported.`,
  truncated: ({ counts }) =>
    `${lostSamples(counts)} cut off at ${counted(counts.maxTokens, 'token')} and cast no vote. Set sampling.stop if the model writes on after its answer, as a base model does; raise sampling.maxTokens if it needs more room. ${OR_RESUME}`,
  declined: ({ counts }) =>
    `${lostSamples(counts)} declined by the model or its server’s filter and cast no vote. Change the benchmark’s template, or use another model. ${OR_RESUME}`,
  unread: ({ counts }) =>
    `No answer was found in ${countedOf(counts.samples, counts.drawn, 'sample')}. Open a question to see what the model wrote, then correct the benchmark’s template or answerKind. ${OR_RESUME}`,
  copies: ({ counts: { copied, questions } }) =>
    `${countedOf(copied, questions, 'question')} ${inNumber(copied, 'has one text in all its', 'have one text in all their')} samples, although the seeds differ: the model server ignores the seed or answers from a cache. Votes and saved calls would mean nothing. Start the server so that it honours seeds, and submit the evaluation again; or resume it as it is.`,
  server_differs: evaluationWarningWords,
  answers_changed: evaluationWarningWords,
  set_aside: lackWords,
  none_runs: (reason) => `${allFailed(reason.counts.questions)}. ${lackWords(reason)}`,
  undecidable: ({ why }) => `No method can decide on its samples: ${ended(why)}`,
  rounds_fail: ({ counts, why }) =>
    `${grouped.format(counts.failures)} of its rounds failed in a row, the last with: ${ended(why)}`,
  rounds_work: () => 'Its rounds work again.',
  calls_cap: ({ counts }) => `Its cap of ${counted(counts.cap, 'call')} is reached.`,
  tokens_cap: ({ counts }) => `Its cap of ${counted(counts.cap, 'token')} is reached.`,
  decided: ({ counts }) =>
    `Its result was sure after ${countedOf(counts.closed, counts.trials, 'question')}. Extend it to decide the others too.`,
  redraws_used_up: () =>
    'Its cap on calls leaves none to draw failed samples again. See why samples fail before you extend it.',
  team_tokens_of_call: ({ counts }) =>
    `${capital(callShortWords(counts))}. Wait until tomorrow, or ask an administrator to raise your team’s limit.`,
  team_gpu_seconds: () =>
    'Your team’s GPU seconds of this month are used up. Wait until next month, or ask an administrator to raise the limit.',
  team_storage: () => 'Your team may store no more. Delete evaluations, or ask an administrator to raise the limit.',
  retried: ({ counts, why }) => withReason(`${counted(counts.trials, 'failed question')} started again`, why),
  extended: (reason) => withReason(additions(reason), reason.why),
  blocked: ({ counts }) => `${countedOf(counts.blocked, counts.trials, 'question')} failed.`,
  none_drawn: ({ counts, why }) =>
    `${allFailed(counts.questions)}: ${ended(why)} Repair the model server, then retry the evaluation.`,
  none_accepted: ({ counts, why }) =>
    `${allFailed(counts.questions)}: ${ended(why)} Change the evaluation so that the server accepts its requests, and submit it again.`,
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

const OR_RESUME = 'Then submit the evaluation again; or resume this one as it is.'

function lostSamples({ samples, drawn }: { readonly samples: number; readonly drawn: number }): string {
  return `${countedOf(samples, drawn, 'sample')} ${inNumber(samples, 'was', 'were')}`
}

function lackWords({ why, methods }: Of<'set_aside' | 'none_runs'>): string {
  return setAsideNoteWords(methods.map((each) => `\`${each}\``).join(', '), { kind: why, counts: {}, why: null })
}

function allFailed(questions: number): string {
  return questions === 1 ? 'The question failed' : `All ${counted(questions, 'question')} failed`
}

function additions({ methods, counts: { replicates, calls, tokens } }: Of<'extended'>): string {
  const parts = [
    ...(methods.length === 0 ? [] : [`methods ${methods.join(', ')}`]),
    ...(replicates === null ? [] : [`${counted(replicates, 'replicate')} of each question`]),
    ...(calls === null ? [] : [`a cap of ${counted(calls, 'call')}`]),
    ...(tokens === null ? [] : [`a cap of ${counted(tokens, 'token')}`]),
  ]
  return parts.length === 0 ? 'It goes on after it was ended early' : `Now with ${parts.join('; ')}`
}

function agoWords(seconds: number): string {
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

function withReason(what: string, why: string | null): string {
  return why === null ? `${what}.` : `${what}: “${why}”.`
}

function ended(text: string): string {
  const whole = text.trimEnd()
  return /[.?!]$/.test(whole) ? whole : `${whole}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
