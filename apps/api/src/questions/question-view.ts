import type { QuestionAnswer, QuestionPage, QuestionRow, QuestionVerdict, QuestionView } from '@cges-fleet/core'
import type { Questioned, StoredQuestion, StoredQuestionRow, TrialPlace } from '@cges-fleet/db'
import { renderPrompt } from '@cges-fleet/formats'
import { methodKey } from '@cges-fleet/methods'

/** Builds the API's view of a page: without questions and answers if they are withheld. */
export function questionPage(
  rows: readonly StoredQuestionRow[],
  next: TrialPlace | null,
  previous: TrialPlace | null,
  withheld: boolean,
): QuestionPage {
  return {
    questions: rows.map((row) => (withheld ? withoutTexts(row) : { ...row, verdicts: [...row.verdicts] })),
    next: written(next),
    previous: written(previous),
    withheld,
  }
}

/** Equal answers share a number, so that agreement stays visible. */
function withoutTexts(row: StoredQuestionRow): QuestionRow {
  const all = [...row.verdicts, ...(row.versus === null ? [] : [row.versus])]
  const answers = [...new Set(all.map(({ answer }) => answer).filter((answer) => answer !== null))]
  const viewOf = (verdict: QuestionVerdict) => ({
    ...verdict,
    answer: verdict.answer === null ? null : numbered(answers.indexOf(verdict.answer)),
  })
  return {
    ...row,
    excerpt: null,
    verdicts: row.verdicts.map(viewOf),
    versus: row.versus === null ? null : viewOf(row.versus),
  }
}

/** The stand-in for a withheld answer. */
function numbered(place: number): string {
  return `#${place + 1}`
}

function written(place: TrialPlace | null): string | null {
  return place === null ? null : `${place.replicate}.${place.position}`
}

/** Characters shown of a prompt, and of an answer's key. */
const MOST_PROMPT = 64_000
const MOST_KEY = 300

interface Telling {
  readonly questioned: Questioned
  readonly withheld: boolean
  readonly neighbours: QuestionView['neighbours']
  readonly comments: QuestionView['comments']
}

/**
 * Builds the API's view of a question: answers by number in the order seen, texts only unless they are withheld. Pure.
 */
export function questionView(
  stored: StoredQuestion,
  { questioned, withheld, neighbours, comments }: Telling,
): QuestionView {
  const { position, replicate, questionId, state, choices } = stored
  const keys = answerKeys(stored)
  const place = (key: string | null) => (key === null ? null : keys.indexOf(key))
  const order = questioned.methods.map(methodKey)
  return {
    position,
    replicate,
    questionId,
    state,
    withheld,
    textsDeletedAt: questioned.textsDeletedAt?.toISOString() ?? null,
    prompt: withheld ? null : promptOf(stored, questioned),
    choices: withheld ? null : choices,
    gold: withheld ? null : stored.gold,
    answers: keys.map((key, at) => ({ ...answerOf(key, stored), ...(withheld ? { key: numbered(at) } : {}) })),
    samples: stored.samples.map(({ answerKey, ...sample }) => ({
      ...sample,
      answer: place(answerKey),
      ...(withheld ? { rawAnswer: null, excerpt: null } : {}),
      attempts: [...sample.attempts],
    })),
    verdicts: stored.verdicts
      .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
      .map(({ answerKey, ...verdict }) => ({ ...verdict, answer: place(answerKey) })),
    comments,
    neighbours,
  }
}

/** Distinct answers in the order of the samples; those of verdicts alone come last, as a regrade may leave them. */
function answerKeys({ samples, verdicts }: StoredQuestion): string[] {
  const all = [...samples, ...verdicts].map(({ answerKey }) => answerKey)
  return [...new Set(all.filter((key) => key !== null))]
}

function answerOf(key: string, { samples, grades }: StoredQuestion): QuestionAnswer {
  return {
    key: key.slice(0, MOST_KEY),
    count: samples.filter(({ answerKey }) => answerKey === key).length,
    correct: grades[key] ?? null,
  }
}

function promptOf({ question, choices }: StoredQuestion, { template }: Questioned): string {
  const prompt = renderPrompt({ template }, { question, ...(choices === null ? {} : { choices }) })
  return prompt.slice(0, MOST_PROMPT)
}
