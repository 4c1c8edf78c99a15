import {
  type AnswerKind,
  answerKey,
  ConfidenceSignal,
  type Confidences,
  marsConfidence,
  readAnswer,
  tokenConfidences,
} from '@cges-fleet/core'
import { z } from 'zod'
import { firstIssue } from '../first-issue.js'
import { readJson } from '../line.js'

/** One recorded answer, by its comparison key, with whatever the file says of its quality. */
export interface RecordedSample {
  readonly answer: string | null
  /** Computed from log-probabilities, or given by name; in [0, 1]. */
  readonly signals: Confidences
  readonly confidence: number | null
  readonly reward: number | null
  readonly correct: boolean | null
}

/** One question of a file of recorded samples; `truth` is the comparison key of its reference answer. */
export interface Recording {
  readonly id: string
  readonly truth: string | null
  readonly difficulty: number | null
  readonly samples: readonly RecordedSample[]
}

const LogProbability = z.union([z.number(), z.literal('-Infinity').transform(() => -Infinity)])
const Named = z.partialRecord(ConfidenceSignal, z.number().min(0).max(1))

const Sample = z.object({
  answer: z.string().nullish(),
  text: z.string().nullish(),
  logprobs: z.array(LogProbability).nullish(),
  tokens: z.array(z.string()).nullish(),
  confidence: z.union([z.number(), Named]).nullish(),
  reward: z.number().nullish(),
  correct: z.boolean().nullish(),
})

const Line = z.object({
  question_id: z.union([z.string(), z.number()]).transform(String),
  answer: z.union([z.string(), z.number()]).transform(String).nullish(),
  difficulty: z.number().nullish(),
  samples: z.array(Sample).min(1, 'must hold at least one sample'),
})

/** Reads a line of a file of recorded samples; fields it does not know are left out. */
export function readRecording(
  text: string,
  kind: AnswerKind,
): { readonly ok: true; readonly recording: Recording } | { readonly ok: false; readonly problem: string } {
  const json = readJson(text)
  if (!json.ok) return json
  const line = Line.safeParse(json.value)
  if (!line.success) return { ok: false, problem: firstIssue(line.error) }
  const { question_id: id, answer, difficulty, samples } = line.data
  try {
    const truth = answer == null ? null : answerKey(kind, answer)
    const recorded = samples.map((sample, index) => readSample(sample, kind, `samples[${index}]`))
    if (truth === null && recorded.every(({ correct }) => correct === null)) {
      return { ok: false, problem: 'no answer to grade by: give the question’s answer, or correct with each sample' }
    }
    return { ok: true, recording: { id, truth, difficulty: difficulty ?? null, samples: recorded } }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

function readSample(sample: z.infer<typeof Sample>, kind: AnswerKind, place: string): RecordedSample {
  const { answer, text, logprobs, tokens, confidence, reward, correct } = sample
  if (answer === undefined && text == null) throw new Error(`${place} has neither answer nor text`)
  const raw = answer === undefined ? readAnswer(kind, text ?? '') : answer
  const computed = logprobs == null ? null : tokenConfidences(logprobs)
  const mars = logprobs == null || tokens == null ? null : marsConfidence({ tokens, logprobs })
  return {
    answer: raw === null ? null : answerKey(kind, raw),
    signals: {
      ...computed,
      ...(mars === null ? {} : { mars: mars.confidence }),
      ...(typeof confidence === 'object' && confidence !== null ? confidence : {}),
    },
    confidence: typeof confidence === 'number' ? confidence : null,
    reward: reward ?? null,
    correct: correct ?? null,
  }
}
