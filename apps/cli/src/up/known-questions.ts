import { demoScenario, indexQuestions, renderPrompt, ScenarioQuestion } from '@cges-fleet/formats'
import type { PromptParts } from '@cges-fleet/db'
import { z } from 'zod'
import { readLines, readText } from '../logs/read-lines.js'
import { UsageError } from '../usage-error.js'
import type { Answers } from './start-fleet.js'

/** The questions that have a known answer here. */
export interface KnownQuestions {
  readonly questions: readonly { readonly question: string }[]
  /** How many answers a question has, the fewest and the most; null if unlimited. */
  readonly answers: { readonly fewest: number; readonly most: number } | null
}

const Recorded = z.object({ question: z.string().min(1), samples: z.array(z.unknown()).min(1) })

/** Loads the questions that a simulator or a recording knows; null for a model, which can be asked anything. */
export async function knownQuestions(answers: Answers): Promise<KnownQuestions | null> {
  switch (answers.kind) {
    case 'recorded':
      return recordedIn(answers.file)
    case 'simulated':
      return {
        questions: answers.scenario === undefined ? demoScenario() : await scenarioIn(answers.scenario),
        answers: null,
      }
    case 'tiny':
    case 'servers':
      return null
  }
}

/**
 * Counts how many of a benchmark's questions are known, matching as a model server does: by their text in the prompt.
 */
export function countKnown({ questions }: KnownQuestions, benchmark: PromptParts): number {
  const find = indexQuestions(questions)
  return benchmark.questions.filter((question) => find(renderPrompt(benchmark, question)) !== null).length
}

async function recordedIn(file: string): Promise<KnownQuestions> {
  const questions: z.infer<typeof Recorded>[] = []
  for await (const { text, number } of readLines(file)) {
    questions.push(parsed(Recorded, text, `${file}, line ${number}`))
  }
  if (questions.length === 0) throw new UsageError(`${file} holds no recorded question`)
  const counts = questions.map(({ samples }) => samples.length)
  return { questions, answers: { fewest: Math.min(...counts), most: Math.max(...counts) } }
}

async function scenarioIn(file: string): Promise<ScenarioQuestion[]> {
  let text = ''
  for await (const chunk of readText(file)) text += chunk
  const lines = text.trim().startsWith('[') ? [text] : text.split(/\r?\n/u).filter((line) => line.trim() !== '')
  const one = z.union([z.array(ScenarioQuestion), ScenarioQuestion.transform((each) => [each])])
  return lines.flatMap((line, at) => parsed(one, line, `${file}, line ${at + 1}`))
}

function parsed<T>(schema: z.ZodType<T>, text: string, place: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)
    throw new UsageError(`${place}: ${problem}`, { cause })
  }
}
