import type { Preflight, PreflightNote } from './preflight/preflight.js'
import { counted, countedOf, inNumber } from './counted.js'
import type {
  EvaluationWarning,
  LeftOutNote,
  NotCompared,
  PairNote,
  ReadingWarning,
  SetAsideNote,
  SubmissionNote,
} from './schemas/notes.js'

/** Says in a sentence what a preflight found, and what helps. */
export function preflightNoteWords({ kind, counts, why }: PreflightNote): string {
  switch (kind) {
    case 'no_stream':
      return 'Does not stream: answers come whole, so progress is not seen and answers cannot be ended early.'
    case 'no_logprobs':
      return `Returns no log-probabilities${because(why)}. Methods that need them cannot run here.`
    case 'no_top_logprobs':
      return 'Does not list the likeliest tokens. Methods that read self-certainty or token confidence cannot run here.'
    case 'seed_ignored':
      return 'Ignores the seed: two seeds gave one text. Samples of a question may be copies of each other.'
    case 'seed_not_repeatable':
      return 'Does not repeat a seed: the same request gave two texts. A run cannot be repeated exactly.'
    case 'seed_refused':
      return `Refuses the seed${because(why)}. A run cannot be repeated exactly.`
    case 'counts_differ':
      return `Counts ${counts['usage']} tokens in its usage and delivered ${counts['delivered']}.`
    case 'parameter_refused':
      return `Refuses ${why ?? 'a parameter'}. It is left out of requests.`
  }
}

/** Sums up a preflight in a few words, such as for a table. */
export function preflightWords({ logprobs, topLogprobs, seed }: Preflight): string {
  const said = {
    honoured: 'seed honoured',
    ignored: 'seed ignored',
    not_repeatable: 'seed not repeatable',
    refused: 'seed refused',
    unclear: 'seed unclear',
  }[seed]
  return [logprobs ? 'log-probabilities' : 'no log-probabilities', ...(topLogprobs ? ['top tokens'] : []), said].join(
    ', ',
  )
}

function because(why: string | null): string {
  return why === null ? '' : ` (${why})`
}

/** Says a note in a sentence or two. */
export function submissionNoteWords({ kind, counts }: SubmissionNote): string {
  switch (kind) {
    case 'temperature_zero':
      return 'At temperature 0 all samples of a question are one text. Votes and saved calls mean nothing then: set a higher temperature to compare methods.'
    case 'seed_ignored':
      return `${counts['servers'] === 1 ? 'A server' : `${counts['servers']} servers`} of this pool ignored the seed when checked: other seeds gave the same text. The evaluation is paused if its samples turn out to be copies.`
  }
}

/** Says why a method does not run, and what helps. `label` is the method as the reader's medium marks what is typed. */
export function setAsideNoteWords(label: string, { kind }: SetAsideNote): string {
  switch (kind) {
    case 'no_logprobs':
      return `This server returns no log-probabilities, which ${label} needs. Remove it, or start the server with them.`
    case 'no_top_logprobs':
      return `This server does not list the likeliest tokens, which ${label} needs. Remove it, or start the server with --max-logprobs 20.`
    case 'no_reward_model':
      return `This pool has no reward model, which ${label} needs. Remove it, or start the workers with REWARD_SERVER_URL under a new pool name. On recorded rewards, use cges replay.`
    case 'no_step_scorer':
      return `This pool has no step scorer, which ${label} needs. Use confidence=mars, which needs none, or start the workers with STEP_SCORER_URL under a new pool name.`
  }
}

/** Says in a sentence or two what a reader should know before believing a method's figures. */
export function evaluationWarningWords(warning: EvaluationWarning): string {
  switch (warning.kind) {
    case 'invented_answers':
      return 'These questions are not the simulator’s own: unless it was started with their answers (cges up --scenario), it invents answers, and accuracy means nothing.'
    case 'untrained':
      return `The tiny model was trained on the questions of benchmark ${warning.why} alone: to others it writes nonsense, and accuracy means nothing.`
    case 'copies':
      return `${oneText(warning.counts)}, although the seeds differ: votes and saved calls mean nothing. Start the model server so that it honours seeds, and run the evaluation again.`
    case 'deterministic':
      return `${oneText(warning.counts)}: at temperature 0 samples are one text, so votes and saved calls mean nothing.`
    case 'alike':
      return `${oneText(warning.counts)}. Such short or certain texts may be equal by chance; votes over them add nothing.`
    case 'temperature_zero':
    case 'seed_ignored':
      return submissionNoteWords(warning)
    case 'blocked':
      return `${blockedWords(warning.counts)}, and ${inNumber(warning.counts.blocked, 'counts', 'count')} in no figure. Most common reason: ${sentence(warning.why)}`
    case 'low_confidence':
      return `${warning.why}: ${lowConfidenceWords(warning.counts.median)}.`
    case 'server_differs':
      return serverDiffers(warning)
    case 'answers_changed':
      return `Answers changed during the run on all servers, ${seenBy(warning.counts.questions)}: check what changed while it ran.`
  }
}

/** Says what it means that a signal's median confidence is below ½. */
export function lowConfidenceWords(median: number): string {
  return `the median confidence is ${median.toPrecision(3)}: below ½ a sample counts against its own answer on unanimous questions, so CGES may draw the whole budget there`
}

/** Says in a few words why methods are not compared, to be read after a colon. */
export function notComparedWords(why: NotCompared): string {
  switch (why.kind) {
    case 'ended_early':
      return 'it was ended early: open methods have no verdict'
    case 'failed':
      return 'it failed before every method had its verdicts'
    case 'blocked':
      return `${blockedWords(why.counts)} by samples that could not be drawn`
    case 'one_method':
      return 'there is one method only'
  }
}

/** Says in a few words why a pair of methods has no paired difference, to be read after a colon. */
export function pairNoteWords(note: PairNote): string {
  switch (note.kind) {
    case 'not_done':
      return `“${note.why}” is not done: nothing is judged before`
    case 'partly_judged':
      return `“${note.why}”: another program’s verdicts are there for ${countedOf(note.counts.judged, note.counts.trials, 'trial')} as they are graded now: import the others`
    case 'other_questions':
      return 'they are of other benchmarks, or of other revisions of one'
    case 'none_in_common':
      return 'none of their questions is the same'
    default:
      return `“${note.why}”: ${notComparedWords({ ...note, why: null })}`
  }
}

/** Says in a few words why a suite’s table leaves an evaluation out. */
export function leftOutWords(note: LeftOutNote): string {
  switch (note.kind) {
    case 'no_room':
      return `a table has at most ${note.counts.columns} columns`
    case 'superseded':
      return `a newer evaluation of ${note.why} is in the table`
  }
}

/** Says in a sentence that a result rests on guessed answers, and what to look at. */
export function readingWarningWords({ kind, counts }: ReadingWarning): string {
  switch (kind) {
    case 'guessed':
      return `${percent(counts.share)} of the answers were read only as the last one that fits: ask for \\boxed{…} in the prompt, and see in samples.jsonl (answer_tier "last") whether they are what was meant.`
    case 'misread':
      return `Answers read only as the last one that fits are right in ${percent(counts.last)} of samples, the others in ${percent(counts.others)}: some may be misread.`
  }
}

function oneText({ copied, questions }: { readonly copied: number; readonly questions: number }): string {
  return `${countedOf(copied, questions, 'question')} ${inNumber(copied, 'has', 'have')} one text in all ${inNumber(copied, 'its', 'their')} samples`
}

function blockedWords({ blocked, trials }: { readonly blocked: number; readonly trials: number }): string {
  return `${countedOf(blocked, trials, 'trial')} ${inNumber(blocked, 'is', 'are')} blocked`
}

function serverDiffers({ why, counts }: Extract<EvaluationWarning, { kind: 'server_differs' }>): string {
  const [own, others] = [rightOf(counts.right, counts.drawn), rightOf(counts.othersRight, counts.othersDrawn)]
  return `Worker ${why} answers differently from the others (${own} right, the others ${others}), ${seenBy(counts.questions)}: check its model server.`
}

function seenBy(questions: number): string {
  return `by the first samples of ${counted(questions, 'question')}. No live interval is shown any more`
}

function rightOf(right: number, drawn: number): string {
  return `${percent(right / Math.max(1, drawn))} of ${drawn}`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}
