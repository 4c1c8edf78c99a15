import { counted, countedOf, inNumber } from './counted.js'
import type { EvaluationWarning, NotCompared, ReadingWarning, SetAsideNote, SubmissionNote } from './schemas/notes.js'

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
      return 'This simulator invents answers to questions it does not know. Unless you started it with these (cges up --scenario), accuracy means nothing.'
    case 'untrained':
      return `The tiny model can answer only questions like those of benchmark ${warning.why}. If these are of another kind, its answers are nonsense and accuracy means nothing.`
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
      return `${blockedWords(warning.counts)} and ${inNumber(warning.counts.blocked, 'is', 'are')} left out of all figures. Most common reason: ${sentence(warning.why)}`
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
      return `${blockedWords(why.counts)} because samples could not be drawn`
    case 'one_method':
      return 'there is one method only'
  }
}

/** Says in a sentence that a result rests on guessed answers, and what to look at. */
export function readingWarningWords({ kind, counts }: ReadingWarning): string {
  switch (kind) {
    case 'guessed':
      return `${percent(counts.share)} of the answers were read only as the last one that fits: ask for \\boxed{…} in the prompt, and check them in samples.jsonl (answer_tier "last").`
    case 'misread':
      return `Answers read only as the last one that fits are right in ${percent(counts.last)} of samples, the others in ${percent(counts.others)}: some may be misread.`
  }
}

function oneText({ copied, questions }: { readonly copied: number; readonly questions: number }): string {
  return `${countedOf(copied, questions, 'question')} ${inNumber(copied, 'has', 'have')} one text in all ${inNumber(copied, 'its', 'their')} samples`
}

function blockedWords({ blocked, trials }: { readonly blocked: number; readonly trials: number }): string {
  return `${countedOf(blocked, trials, 'question')} failed`
}

function serverDiffers({ why, counts }: Extract<EvaluationWarning, { kind: 'server_differs' }>): string {
  const [itsShare, others] = [rightOf(counts.right, counts.drawn), rightOf(counts.othersRight, counts.othersDrawn)]
  return `Worker ${why} answers differently from the others (${itsShare} right, the others ${others}), ${seenBy(counts.questions)}: check its model server.`
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
