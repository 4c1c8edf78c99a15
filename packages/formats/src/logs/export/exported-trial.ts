import type { AnswerTier } from '@cges-fleet/answers'
import type { Outcome } from '@cges-fleet/core'
import type { Confidences, MinimaByWindow } from '@cges-fleet/methods'
import { renderPrompt } from '../../benchmarks/render-prompt.js'

/** One sample of an export. */
export interface ExportedSample {
  readonly index: number
  readonly seed: number | null
  readonly outcome: Outcome
  /** Null if it was not requested, is no longer stored, or the benchmark's examples are withheld. */
  readonly text: string | null
  readonly answer: string | null
  readonly answerKey: string | null
  readonly answerTier: AnswerTier | null
  readonly gradingVersion: number | null
  readonly signals: Confidences | null
  /** How its confidence fell from token to token, if a method reads that. */
  readonly minima: MinimaByWindow | null
  readonly finishReason: string | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly totalMs: number | null
  readonly engine: string | null
  readonly error: string | null
  readonly attempt: number
  readonly startedAt: string
  readonly completedAt: string | null
}

export interface ExportedVerdict {
  readonly methodKey: string
  readonly calls: number
  readonly answerKey: string | null
  readonly score: number | null
  /** The posterior of all answers not seen at the stop; null if the method has none. */
  readonly otherScore: number | null
  /** Charged for its calls; null if it is all that was generated in them. */
  readonly tokens: number | null
  readonly reason: string
  readonly correct: boolean
}

/** One trial of an export; `question`, `choices` and `gold` are null if they are withheld. */
export interface ExportedTrial {
  readonly position: number
  readonly replicate: number
  readonly questionId: string
  readonly question: string | null
  readonly choices: readonly string[] | null
  readonly gold: string | null
  readonly goldKey: string | null
  readonly template: string
  /** Whether each answer seen on this question is right, by its comparison key. */
  readonly grades: Readonly<Record<string, boolean>>
  readonly samples: readonly ExportedSample[]
  readonly verdicts: readonly ExportedVerdict[]
  /** Of methods that order the questions by difficulty: this one's place in the order, the easiest first. */
  readonly places: Readonly<Record<string, number>>
}

/** Returns whether a sample's answer is right: as it was graded, else by its comparison key. No answer never is. */
export function isRight({ grades, goldKey }: ExportedTrial, { answerKey }: ExportedSample): boolean {
  return answerKey !== null && (grades[answerKey] ?? answerKey === goldKey)
}

/** The prompt of an exported trial; null if its question is withheld. */
export function promptOf(trial: ExportedTrial): string | null {
  const { question, choices } = trial
  if (question === null) return null
  return renderPrompt(trial, { question, ...(choices === null ? {} : { choices }) })
}

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal: a parameter, for core has no hash of its own. */
export type Hash = (text: string) => string
