import { basename } from 'node:path'
import { type Benchmark, counted, type EvaluationSpecInput, TINY_BENCHMARK } from '@cges-fleet/core'
import { importedQuestions, LOCAL_TEAM, openDatabase, type PromptParts, teamDatabase } from '@cges-fleet/db'
import {
  DEMO_BENCHMARK,
  demoBenchmark,
  demoScenario,
  indexQuestions,
  parseRow,
  parseScenario,
  readLines,
  renderPrompt,
  type ScenarioQuestion,
  wholeText,
} from '@cges-fleet/formats'
import { counterBenchmark } from '@cges-fleet/tiny-llama'
import { z } from 'zod'
import { UsageError } from '../errors.js'
import { diskFile } from '../files/disk-file.js'
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
function countKnown({ questions }: KnownQuestions, benchmark: PromptParts): number {
  const find = indexQuestions(questions)
  return benchmark.questions.filter((question) => find(renderPrompt(benchmark, question)) !== null).length
}

async function recordedIn(file: string): Promise<KnownQuestions> {
  const questions: z.infer<typeof Recorded>[] = []
  for await (const { text, number } of readLines(diskFile(file))) {
    const read = parseRow(text, Recorded)
    if (!read.ok) throw new UsageError(`${file}, line ${number}: ${read.problem}`)
    questions.push(read.value)
  }
  if (questions.length === 0) throw new UsageError(`${file} holds no recorded question`)
  const counts = questions.map(({ samples }) => samples.length)
  return { questions, answers: { fewest: Math.min(...counts), most: Math.max(...counts) } }
}

async function scenarioIn(file: string): Promise<ScenarioQuestion[]> {
  const parsed = parseScenario(file, await wholeText(diskFile(file)))
  if (!parsed.ok) throw new UsageError(parsed.problem)
  return parsed.value
}

/** Describes, before any evaluation, which questions the fleet can answer and what happens to all others. */
export function aboutAnswers(answers: Answers, known: KnownQuestions | null): string {
  switch (answers.kind) {
    case 'servers':
      return `from ${answers.urls.join(', ')}`
    case 'tiny':
      return `from a tiny model, which can answer only benchmark ${TINY_BENCHMARK}`
    case 'recorded': {
      const { fewest = 0, most = 0 } = known?.answers ?? {}
      const each = fewest === most ? `${counted(most, 'answer')} each` : `${fewest} to ${counted(most, 'answer')} each`
      return `replayed from ${basename(answers.file)}: ${counted(known?.questions.length ?? 0, 'question')}, ${each}. Other questions fail, and so does a budget above ${fewest}`
    }
    case 'simulated': {
      const whose = answers.scenario === undefined ? 'benchmark demo' : basename(answers.scenario)
      const others = answers.makesUp
        ? 'It invents answers to others: use it for load tests, not for accuracy'
        : 'Other questions fail'
      return `simulated: knows the ${counted(known?.questions.length ?? 0, 'question')} of ${whose}. ${others}`
    }
  }
}

/**
 * Describes how many of a benchmark's questions have no known answer here, and what happens to them; null if all are
 * known.
 */
export function aboutUnknown(benchmark: PromptParts, answers: Answers, known: KnownQuestions | null): string | null {
  const all = benchmark.questions.length
  const unknown = known === null ? 0 : all - countKnown(known, benchmark)
  if (unknown === 0) return null
  const lacking = `This fleet has no answers to ${unknown} of the ${counted(all, 'question')} of benchmark ${benchmark.name}`
  if (answers.kind === 'simulated' && answers.makesUp) {
    return `${lacking}. It invents them, so accuracy means nothing`
  }
  if (unknown < all) return `${lacking}. Those questions will fail`
  return `${lacking}. All of them will fail`
}

/** Refuses a demonstration that would measure nothing. */
export function requireKnown(benchmark: PromptParts, answers: Answers, known: KnownQuestions | null): void {
  const isGuessed = answers.kind === 'simulated' && answers.makesUp
  if (known === null || isGuessed || countKnown(known, benchmark) > 0) return
  throw new UsageError(
    `--demo evaluates benchmark ${benchmark.name}, but this fleet has answers to none of its ${counted(benchmark.questions.length, 'question')}. ` +
      'Leave --demo out, and import the questions it knows (cges benchmark import)',
  )
}

/** Describes for every benchmark imported earlier how many of its questions have no known answer here. */
export async function unknownStored(
  databaseUrl: string,
  answers: Answers,
  known: KnownQuestions | null,
): Promise<string[]> {
  if (known === null) return []
  const db = await openDatabase({ url: databaseUrl, application: 'cges-up', connections: 1, role: 'api' })
  const said: string[] = []
  try {
    for await (const benchmark of importedQuestions(teamDatabase(db, LOCAL_TEAM), LOCAL_TEAM)) {
      const unknown = aboutUnknown(benchmark, answers, known)
      if (unknown !== null) said.push(unknown)
    }
  } finally {
    await db.destroy()
  }
  return said
}

/** Everything of the paper's comparison that this version has. */
const COMPARISON = {
  name: 'Demonstration',
  seed: 1,
  methods: [
    'sc@1',
    'sc@16',
    'esc:window=4@16',
    'asc-beta@16',
    'cges:confidence=lns-arith,gamma=0.99@16',
    'cges:confidence=lns-geom,gamma=0.99@16',
  ],
}

/** What the demonstration shows, in the terminal and on its page. */
export const ABOUT_DEMONSTRATION =
  'A model answers each question 16 times. Each method decides when to stop asking and which answer wins. ' +
  'Compare its calls and its accuracy with sc@16, which always makes all 16 calls.'

/** As many questions as the tiny model answers sixteen times each in about half a minute. */
const TINY_QUESTIONS = 120

/** Returns the demonstration's evaluation: the tiny model's on its own questions, any other's on the simulator's. */
export function demonstration({ kind }: Answers): Omit<EvaluationSpecInput, 'pool'> {
  return kind === 'tiny'
    ? { ...COMPARISON, benchmark: TINY_BENCHMARK, questions: TINY_QUESTIONS }
    : { ...COMPARISON, benchmark: DEMO_BENCHMARK }
}

/** Returns the questions that suit the source of answers here. */
export function questionsFor({ kind }: Answers): Benchmark {
  return kind === 'tiny' ? counterBenchmark() : demoBenchmark()
}
