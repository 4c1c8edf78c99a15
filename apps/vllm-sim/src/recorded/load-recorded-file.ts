import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

/** A question with recorded answers of a model. */
export const RecordedQuestion = z.object({
  question_id: z.string().min(1),
  question: z.string().min(1),
  samples: z.array(z.object({ text: z.string().nullish(), answer: z.string().nullish() })).min(1),
})
export type RecordedQuestion = z.infer<typeof RecordedQuestion>

/** Loads recorded answers, one question a line, from a .jsonl or .jsonl.gz file; an error names the invalid line. */
export async function loadRecordedFile(path: string): Promise<RecordedQuestion[]> {
  const bytes = await readFile(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const questions = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [parseLine(line, at + 1, path)]))
  if (questions.length === 0) throw new Error(`${path} holds no recorded question.`)
  return questions
}

function parseLine(line: string, number: number, path: string): RecordedQuestion {
  try {
    return RecordedQuestion.parse(JSON.parse(line))
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${path}, line ${number}: ${problem}`, { cause: error })
  }
}
