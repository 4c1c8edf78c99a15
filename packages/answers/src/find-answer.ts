import type { AnswerTier } from './answer-tier.js'
import type { AnswerKind } from './answer-kind.js'
import { answerKey } from './answer-key.js'
import type { Choices } from './choices/offered.js'
import { letterIn } from './choices/letter-in.js'
import { cleanText } from './clean-text.js'
import type { Found } from './found.js'
import { lastDate } from './last-date.js'
import { lastMath } from './last-math.js'
import { lastPhrase } from './last-phrase.js'
import { markedAnswers } from './marked-answers.js'
import { MAX_ANSWER_LENGTH } from './max-answer-length.js'
import { splitRunOn } from './split-run-on.js'
import { mathOf, statedMath } from './stated-math.js'
import { statedPhrases } from './stated-phrases.js'
import { withoutThinking } from './without-thinking.js'

/** An answer as a response writes it, and by what it was found there. */
export interface AnswerReading {
  readonly answer: string
  readonly tier: AnswerTier
  /** The language whose words state the answer, by ISO 639; null if nothing but the answer itself shows it. */
  readonly language: string | null
}

type Readings = Iterable<Found>

/**
 * Extracts the answer from a model's response; null if there is none, which costs the call its vote. A truncated
 * response has no answer, which only the caller can know.
 *
 * Tried in tiers, for every kind: what is `marked` (the last closed, non-blank `\boxed{…}`, `<answer>…</answer>`, or
 * what follows the last `####`); what is `stated` last as `answer is …` or `Answer: …`; the `last` number or formula,
 * letter, date or short closing phrase. Of a choice only a letter among the `choices` offered is an answer, and none if
 * several are stated at once. Ignores everything after a question that the model made up itself, and its thinking
 * before the answer. Linear in the text's length.
 */
export function findAnswer(kind: AnswerKind, text: string, choices: Choices = 26): AnswerReading | null {
  for (const part of splitRunOn(withoutThinking(text))) {
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
