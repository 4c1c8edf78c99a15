import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { indexQuestions, parseRow } from '@cges-fleet/formats'
import { seededRandom } from '@cges-fleet/methods'
import { z } from 'zod'
import type { PlayedResponder } from '../answers/responder.js'
import { tokenize } from '../answers/tokenizer.js'

/** A trial's seeds are this many consecutive numbers, starting at a multiple of it. */
const SEEDS_PER_TRIAL = 1024

/**
 * Answers from recordings. Sample `index` of a trial gets the answer at that position of a shuffle of the question's
 * recorded answers, and the shuffle depends on the trial's first seed: each replicate draws without repetition, in its
 * own order, the same on every run. Log-probabilities were not recorded, and none are made up.
 */
export function recordedResponder(questions: readonly RecordedQuestion[]): PlayedResponder {
  const find = indexQuestions(questions)
  return ({ prompt, seed }) => {
    const question = find(prompt)
    if (question === null) {
      return refuse('No recorded question stands in this prompt. Run the benchmark these answers were recorded for.')
    }
    const recorded = question.samples.length
    const chosen = seed ?? randomInt(recorded)
    const index = chosen % SEEDS_PER_TRIAL
    if (index >= recorded) {
      return refuse(
        `Only ${recorded} answers are recorded for question ${question.question_id}; this asks for one more than ` +
          `${index}. Lower the budget to at most ${recorded} samples.`,
      )
    }
    const order = seededRandom(`order ${question.question_id} ${chosen - index}`).shuffle(question.samples)
    const sample = order[index]
    const tokens = tokenize(sample?.text ?? boxed(sample?.answer ?? null))
    return { kind: 'answer', tokens, logprobs: null, hasTokenIds: false, finish: 'stop' }
  }
}

function refuse(message: string): { kind: 'refused'; message: string } {
  return { kind: 'refused', message }
}

function boxed(answer: string | null): string {
  return answer === null ? '' : `\\boxed{${answer}}`
}

/** A question with recorded answers of a model. */
const RecordedQuestion = z.object({
  question_id: z.string().min(1),
  question: z.string().min(1),
  samples: z.array(z.object({ text: z.string().nullish(), answer: z.string().nullish() })).min(1),
})
type RecordedQuestion = z.infer<typeof RecordedQuestion>

/** Loads recorded answers, one question a line, from a .jsonl or .jsonl.gz file; an error names the invalid line. */
export async function loadRecordedFile(path: string): Promise<RecordedQuestion[]> {
  const bytes = await readFile(path)
  const text = (path.endsWith('.gz') ? unpacked(path, bytes) : bytes).toString('utf8')
  const questions = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [parseLine(line, at + 1, path)]))
  if (questions.length === 0) throw new Error(`${path} holds no recorded question.`)
  return questions
}

function unpacked(path: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes)
  } catch (cause) {
    throw new Error(`${path} cannot be read: its gzip data is cut off or invalid. Copy or download it again.`, {
      cause,
    })
  }
}

function parseLine(line: string, number: number, path: string): RecordedQuestion {
  const parsed = parseRow(line, RecordedQuestion)
  if (!parsed.ok) throw new Error(`${path}, line ${number}: ${parsed.problem}`)
  return parsed.value
}
