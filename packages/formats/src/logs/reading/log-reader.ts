import { answerKey, type AnswerTier, gradeAnswer, voteKey, type VoteRules } from '@cges-fleet/answers'
import type { Question } from '@cges-fleet/core'
import { type AnswersFrom, isPlaceholder, type LogAnswer, logAnswer } from '../log-answer.js'
import { textHash } from '../../lines/text-hash.js'
import { BARE_SAMPLE, type LogEntry, type LogQuestion, type LogSample } from '../log-entry.js'
import { QuestionVotes } from './question-votes.js'

/** How a log's answers are extracted and compared. */
export interface ReadingRules extends VoteRules {
  /** Which extraction counts; if absent, the log's own if there is one. */
  readonly from?: AnswersFrom | undefined
  /** Samples that were cut at a limit vote too, if they have an answer. */
  readonly truncatedVote?: boolean | undefined
  /** Questions given elsewhere than in the log, by id. */
  readonly known?: ReadonlyMap<string, Question> | undefined
}

/** A sample's answer, key and grade. */
interface ReadSample {
  readonly answer: string | null
  /** The key a vote is counted under, and the key compared with the reference answer's. */
  readonly voteKey: string | null
  readonly gradeKey: string | null
  /** Null if there is no reference answer. */
  readonly isRight: boolean | null
}

/** Texts remembered to find equal ones; later ones are not compared. */
const MOST_TEXTS = 200_000
const LONG_ANSWER = 100
const TIERS: readonly ReadBy[] = ['marked', 'stated', 'last', 'log']

/**
 * Extracts the answers of a log by one set of rules and measures how well that works, in memory that grows with its
 * questions.
 */
export class LogReader {
  readonly #golds = new Map<string, string | null>()
  readonly #texts = new Set<number>()
  readonly #tiers = new Map<ReadBy, { answers: number; gradable: number; right: number }>()
  readonly #languages = new Map<string, number>()
  readonly #counts = {
    samples: 0,
    probed: 0,
    withoutAnswer: 0,
    unread: 0,
    unreadByLog: 0,
    placeholders: 0,
    long: 0,
    texts: 0,
    identical: 0,
  }
  readonly #votes = new QuestionVotes()
  #unreadText: string | null = null
  readonly #grades = { gradable: 0, right: 0, graded: 0, setAside: 0, agreed: 0, gradedRight: 0, logRight: 0 }

  constructor(readonly rules: ReadingRules) {}

  /** The key of a question's reference answer; null if there is none. */
  goldKey({ id, answer }: LogQuestion): string | null {
    const seen = this.#golds.get(id)
    if (seen !== undefined) return seen
    const gold = this.rules.known?.get(id)?.answer ?? answer
    const key = gold === null || gold.trim() === '' ? null : answerKey(this.rules.kind, gold)
    this.#golds.set(id, key)
    return key
  }

  /** Extracts and counts a sample's answer; a failed sample is not counted and has no answer. */
  read(question: LogQuestion, sample: LogSample): ReadSample {
    const { kind, from, known, truncatedVote } = this.rules
    const choices = known?.get(question.id)?.choices ?? question.choices
    const reference = known?.get(question.id)?.answer ?? question.answer
    const found = logAnswer(sample, { kind, from, choices, truncatedVote, gold: reference })
    const gradeKey = found === null ? null : answerKey(kind, found.answer)
    const gold = this.goldKey(question)
    const isRight = gold === null ? null : gradeKey !== null && gradeAnswer(gradeKey, gold)
    const key = found === null ? null : voteKey(this.rules, found.answer)
    this.#votes.add(question, key, isRight)
    if (sample.error === null) {
      this.#count(question.id, sample, found?.answer ?? null)
      if (found === null && isPlaceholder(sample.answer ?? 'one', reference)) this.#counts.placeholders += 1
      // The log graded an answer that casts no vote here: there is nothing to agree on.
      const isSetAside = found === null && sample.finish === 'length' && sample.answer != null
      this.#grade(isSetAside ? null : sample.grade, isRight)
      this.#grades.setAside += Number(isSetAside && sample.grade !== null && isRight !== null)
      if (found !== null) this.#countTier(found, isRight)
    }
    return { answer: found?.answer ?? null, voteKey: key, gradeKey, isRight }
  }

  /** The keys of an answer that a log gives beside a sample's own, such as a partial one; null if it is none. */
  keysOf(question: LogQuestion, answer: string | null): Pick<ReadSample, 'voteKey' | 'gradeKey'> {
    const { kind, known } = this.rules
    const choices = known?.get(question.id)?.choices ?? question.choices
    const gold = known?.get(question.id)?.answer ?? question.answer
    const found = logAnswer({ ...BARE_SAMPLE, answer }, { kind, choices, gold })?.answer ?? null
    if (found === null) return { voteKey: null, gradeKey: null }
    return { voteKey: voteKey(this.rules, found), gradeKey: answerKey(kind, found) }
  }

  /** Processes whole rows for their figures alone. */
  readAll(entries: readonly LogEntry[]): this {
    for (const { question, samples } of entries) for (const sample of samples) this.read(question, sample)
    return this
  }

  /** The first complete response in which no answer was found, to be shown; null if there is none. */
  get unreadText(): string | null {
    return this.#unreadText
  }

  get counts(): ReadingCounts {
    const tiers = TIERS.flatMap((tier) => {
      const counted = this.#tiers.get(tier)
      return counted === undefined ? [] : [{ tier, ...counted }]
    })
    const languages = [...this.#languages]
      .map(([language, answers]) => ({ language, answers }))
      .toSorted((a, b) => b.answers - a.answers)
    return { ...this.#counts, ...this.#grades, ...this.#votes.counts, tiers, languages }
  }

  #count(questionId: string, sample: LogSample, answer: string | null): void {
    const { text, finish, partials } = sample
    const counts = this.#counts
    counts.samples += 1
    if (partials !== null) counts.probed += 1
    if (answer === null) {
      counts.withoutAnswer += 1
      if (finish === null || finish === 'stop') {
        counts.unread += 1
        this.#unreadText ??= text
        counts.unreadByLog += Number(this.rules.from !== 'text' && sample.answer !== undefined)
      }
    } else if (answer.length > LONG_ANSWER) counts.long += 1
    if (text === null || text === '' || this.#texts.size >= MOST_TEXTS) return
    const hash = textHash(`${questionId}\n${text}`)
    counts.texts += 1
    if (this.#texts.has(hash)) counts.identical += 1
    this.#texts.add(hash)
  }

  #grade(grade: number | null, isRight: boolean | null): void {
    if (isRight === null) return
    const grades = this.#grades
    grades.gradable += 1
    grades.right += Number(isRight)
    if (grade === null) return
    grades.graded += 1
    grades.agreed += Number(grade === Number(isRight))
    grades.gradedRight += Number(isRight)
    grades.logRight += grade
  }

  #countTier({ tier: read, language }: LogAnswer, isRight: boolean | null): void {
    const tier = read ?? 'log'
    if (language != null) this.#languages.set(language, (this.#languages.get(language) ?? 0) + 1)
    const counted = this.#tiers.get(tier) ?? { answers: 0, gradable: 0, right: 0 }
    counted.answers += 1
    counted.gradable += Number(isRight !== null)
    counted.right += Number(isRight === true)
    this.#tiers.set(tier, counted)
  }
}

/** How an answer was found: one of our tiers, or the log's own program. */
type ReadBy = AnswerTier | 'log'

/** Answers found in one way; `right` of those `gradable`, which have a reference answer. */
interface TierCounts {
  readonly tier: ReadBy
  readonly answers: number
  readonly gradable: number
  readonly right: number
}

/**
 * How well a log's answers could be extracted, as counts of samples: look at them before trusting any table made from
 * it.
 */
export interface ReadingCounts {
  /** All samples drawn, without those that failed. */
  readonly samples: number
  /** Of them those that say what they would have answered amid their tokens. */
  readonly probed: number
  readonly withoutAnswer: number
  /** Of them those neither truncated nor refused in which no answer was found. */
  readonly unread: number
  /** Of these: the log's own program found none either, and its reading counts. */
  readonly unreadByLog: number
  /** Of those without an answer: the log writes a blank or a word such as None for one. */
  readonly placeholders: number
  /** Answers of more than 100 characters. */
  readonly long: number
  /** How many texts were compared with the question's other samples, and how many repeat one. */
  readonly texts: number
  readonly identical: number
  /** Samples with a reference answer, and those of them that are right by our grade. */
  readonly gradable: number
  readonly right: number
  /** Of samples that the log grades too: their number, equal grades, and the sums of ours and of the log's grades. */
  readonly graded: number
  readonly agreed: number
  readonly gradedRight: number
  readonly logRight: number
  /** Graded by both, and cut at a limit, so that their answers do not vote: not among those. */
  readonly setAside: number
  /** Questions of which the log grades one answer and no sample, and the sum of those grades. */
  readonly gradedQuestions: number
  readonly questionsRight: number
  /** Of them those with a reference answer, of which our vote is right, and how near its grades come to the log's. */
  readonly votedQuestions: number
  readonly votesRight: number
  readonly votesAgreed: number
  readonly tiers: readonly TierCounts[]
  /** Answers that words of a language state, by its ISO 639 code, the most frequent first. */
  readonly languages: readonly { readonly language: string; readonly answers: number }[]
}

/** The share of a count; null if the whole is 0. */
export function shareOf(count: number, of: number): number | null {
  return of === 0 ? null : count / of
}
