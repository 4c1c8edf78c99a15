import { answerKey, type AnswerKind } from './answer-key.js'
import type { AnswerTier, Found } from './answer-tier.js'
import { letterIn } from './choices/letter-in.js'
import type { Choices } from './choices/offered.js'
import { cleanText, MAX_ANSWER_LENGTH } from './plain-text.js'
import { lastDate, lastMath, lastPhrase } from './last-mentioned.js'
import { markedAnswers } from './marked-answers.js'
import { mathOf, statedMath, statedPhrases } from './statements.js'

/** An answer as a response writes it, and by what it was found there. */
interface AnswerReading {
  readonly answer: string
  readonly tier: AnswerTier
  /** The language whose words state the answer, by ISO 639; null if nothing but the answer itself shows it. */
  readonly language: string | null
}

type Readings = Iterable<Found>

/**
 * Extracts the answer from a model's response; null if there is none, which costs the call its vote. Of a truncated
 * response, which only the caller can know, `findAnswerBeforeCut` reads what was finished.
 *
 * Tried in tiers, for every kind: what is `marked` (the last closed, non-blank `\boxed{…}`, `<answer>…</answer>`, or
 * what follows the last `####`); what is `stated` last as `answer is …` or `Answer: …`; the `last` number or formula,
 * letter, date or short closing phrase. Of a choice only a letter among the `choices` offered is an answer, and none if
 * several are stated at once. Ignores everything after a question that the model made up itself, and its thinking
 * before the answer. Linear in the text's length.
 */
export function findAnswer(kind: AnswerKind, text: string, choices: Choices = 26): AnswerReading | null {
  return firstAnswer(splitRunOn(withoutThinking(text)), kind, choices)
}

/**
 * Extracts the answer that a response had given before it was cut: a model that went on to make up a next question had
 * finished this one. Null if it was cut within the question, or only the last number, letter or phrase could be taken.
 */
export function findAnswerBeforeCut(kind: AnswerKind, text: string, choices: Choices = 26): AnswerReading | null {
  const finished = splitRunOn(withoutThinking(text)).slice(0, -1)
  const found = firstAnswer(finished, kind, choices)
  return found?.tier === 'last' ? null : found
}

function firstAnswer(parts: readonly string[], kind: AnswerKind, choices: Choices): AnswerReading | null {
  for (const part of parts) {
    for (const [tier, raw, language] of candidates(kind, part, choices)) {
      if (raw === null || raw.length > MAX_ANSWER_LENGTH) continue
      const answer = cleanText(raw)
      if (answer !== '' && answerKey(kind, answer) !== '') return { answer, tier, language: language ?? null }
    }
  }
  return null
}

function candidates(kind: AnswerKind, text: string, choices: Choices): Readings {
  switch (kind) {
    case 'math':
      return mathIn(text)
    case 'choice':
      return letterIn(text, choices)
    case 'date':
      return dateIn(text)
    case 'text':
      return phraseIn(text)
  }
}

function* mathIn(text: string): Readings {
  for (const { raw, isEnclosed } of markedAnswers(text)) yield ['marked', isEnclosed ? raw : quantityOf(raw)]
  const stated = statedMath(text)
  yield ['stated', stated?.answer ?? null, stated?.language]
  yield ['last', lastMath(text)]
}

function quantityOf(line: string): string | null {
  const found = mathOf(line)
  return found !== null && /[\d\\]/u.test(found) ? found : null
}

function* dateIn(text: string): Readings {
  for (const { raw, isEnclosed } of markedAnswers(text)) yield ['marked', isEnclosed ? raw : lastDate(raw)]
  for (const { phrase, language } of statedPhrases(text)) yield ['stated', lastDate(phrase), language?.code ?? 'en']
  yield ['last', lastDate(text)]
}

function* phraseIn(text: string): Readings {
  for (const { raw } of markedAnswers(text)) yield ['marked', raw]
  for (const { phrase, language } of statedPhrases(text)) {
    yield ['stated', language === null ? phrase : withoutCopula(phrase), language?.code ?? 'en']
  }
  yield ['last', lastPhrase(text)]
}

/** A phrase without the copula that Korean, Japanese and Hindi end it with. */
function withoutCopula(phrase: string): string {
  return phrase.replace(/\s?(?:입니다|이다|이에요|예요|です|である|है|ہے|است)[.。।]?$/u, '')
}

const END_OF_THINKING = '</think>'

/** The response after the model's thinking, if that is marked; all of it if nothing follows. */
function withoutThinking(text: string): string {
  // Most texts hold none, which a search from the start tells many times faster than one from the end.
  if (!text.includes(END_OF_THINKING)) return text
  const said = text.slice(text.lastIndexOf(END_OF_THINKING) + END_OF_THINKING.length)
  return said.trim() === '' ? text : said
}

const NEXT_QUESTION = /(?:Question|Problem|\bQ)(?: \d{1,4})?:/gu
const EMPTY_LINE_BEFORE = /\n[ \t\r]{0,8}\n\s{0,8}$/u
const LONGEST_GAP = 20
const MAX_PARTS = 64

/**
 * Splits a response where the model, done with its question, goes on to invent the next one, as models not trained to
 * converse do: `Question:` after an empty line. The answer is in the first part that has one.
 */
function splitRunOn(text: string): string[] {
  const starts = [0]
  for (const { index } of text.matchAll(NEXT_QUESTION)) {
    if (starts.length === MAX_PARTS) break
    if (EMPTY_LINE_BEFORE.test(text.slice(Math.max(0, index - LONGEST_GAP), index))) starts.push(index)
  }
  return starts.map((start, at) => text.slice(start, starts[at + 1]))
}
