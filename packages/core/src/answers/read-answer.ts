import type { AnswerTier } from '../schemas/answer-tier.js'
import type { AnswerKind } from '../schemas/benchmark.js'
import { answerKey } from './answer-key.js'
import { choiceLetter } from './choice-letter.js'
import { cleanText } from './clean-text.js'
import { lastBox } from './last-box.js'
import { MAX_ANSWER_LENGTH } from './max-answer-length.js'
import { splitRunOn } from './split-run-on.js'
import { statedDate } from './stated-date.js'
import { statedLetter } from './stated-letter.js'
import { statedMath } from './stated-math.js'

/** An answer as a response writes it, and by what it was found there. */
export interface AnswerReading {
  readonly answer: string
  readonly tier: AnswerTier
}

/**
 * Reads the answer out of a model's response; null where there is none to read, which costs the call its vote. A
 * response cut short has no answer, which only the caller can know.
 *
 * Every kind: the last closed, non-blank `\boxed{…}` or `\fbox{…}`. Without a box, mathematics: what follows the
 * last `####`, or the last `answer is`, unless that holds words. Choice: the boxed letter, else the letter last stated
 * as `answer is (X)`; with `choices`, the number offered, a letter beyond them is no answer. Date: the last one named.
 * What follows a next question of the model's own making is not read. Linear in the text's length.
 */
export function readAnswer(kind: AnswerKind, text: string, choices = 26): AnswerReading | null {
  for (const part of splitRunOn(text)) {
    const raw = readRaw(kind, part, choices)
    if (raw === null) continue
    if (raw.length > MAX_ANSWER_LENGTH) return null
    const answer = cleanText(raw)
    return answer === '' || answerKey(kind, answer) === '' ? null : { answer, tier: 'marked' }
  }
  return null
}

function readRaw(kind: AnswerKind, text: string, choices: number): string | null {
  const box = lastBox(text)
  switch (kind) {
    case 'math':
      return box ?? afterHashes(text) ?? statedMath(text)
    case 'choice': {
      const letter = (box === null ? null : choiceLetter(box)) ?? statedLetter(text)
      return letter !== null && letter.charCodeAt(0) - 'A'.charCodeAt(0) < choices ? letter : null
    }
    case 'date':
      return box ?? statedDate(text)
    case 'text':
      return box
  }
}

function afterHashes(text: string): string | null {
  const hashes = text.lastIndexOf('####')
  if (hashes < 0) return null
  const lineEnd = text.indexOf('\n', hashes)
  const rest = text.slice(hashes + '####'.length, lineEnd < 0 ? text.length : lineEnd).trim()
  const holdsWords = rest.length > MAX_ANSWER_LENGTH || /[a-zA-Z]{2}/u.test(rest.replaceAll(/\\[a-zA-Z]+/gu, ''))
  return holdsWords ? null : rest
}
