import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TinQuestion } from './tin-questions.js'

/** A benchmark as lm-evaluation-harness brings it along. */
export interface LmBenchmark {
  readonly task: string
  /** Its definition, below the harness's tasks. */
  readonly file: string
  /** What finds its answer in a text, as its `flexible-extract` does: the last match. */
  readonly pattern: string
}

const LAST_NUMBER = '(-?[$0-9.,]{2,})|(-?[0-9]+)'

export const LM_BENCHMARKS: readonly LmBenchmark[] = [
  { task: 'gsm8k_cot_zeroshot', file: 'gsm8k/gsm8k-cot-zeroshot.yaml', pattern: LAST_NUMBER },
  { task: 'gsm_plus', file: 'gsm_plus/gsm_plus.yaml', pattern: LAST_NUMBER },
  {
    task: 'bbh_cot_zeroshot_date_understanding',
    file: 'bbh/cot_zeroshot/date_understanding.yaml',
    pattern: String.raw`(\([A-Z]\))`,
  },
]

const LETTERS = ['(A)', '(B)', '(C)', '(D)']

/** The same sums with four answers to choose from. */
export function choiceQuestions(questions: readonly TinQuestion[]): TinQuestion[] {
  return questions.map(({ id, question, answer, distractors, difficulty }, n) => {
    const options = distractors.toSpliced(n % LETTERS.length, 0, answer)
    const listed = options.map((option, at) => `${LETTERS[at]} ${option}`).join('\n')
    const right = LETTERS[n % LETTERS.length] ?? ''
    return {
      id: `choice-${id}`,
      question: `${question.replace('Job', 'Lot')}\nOptions:\n${listed}`,
      answer: right,
      distractors: LETTERS.filter((letter) => letter !== right),
      difficulty,
    }
  })
}

const solved = ({ answer }: TinQuestion) => `It is a sum.\n#### ${answer}`

/**
 * Writes questions where the benchmarks look for their data sets before they ask the hub: below the folder that the harness
 * runs in, under the data set's name.
 */
export function writeDatasets(
  folder: string,
  { sums, choices }: Readonly<Record<'sums' | 'choices', readonly TinQuestion[]>>,
): void {
  const asked = sums.map((one) => ({ question: one.question, answer: solved(one), solution: solved(one) }))
  writeDataset(join(folder, 'openai/gsm8k'), 'main', { train: asked, test: asked })
  writeDataset(join(folder, 'qintongli/GSM-Plus'), 'default', { test: asked })
  const chosen = choices.map(({ question, answer }) => ({ input: question, target: answer }))
  writeDataset(join(folder, 'SaylorTwift/bbh'), 'date_understanding', { test: chosen })
}

/** Writes a data set of one configuration where the harnesses look for it before they ask the hub. */
export function writeDataset(
  folder: string,
  config: string,
  splits: Readonly<Record<string, readonly object[]>>,
): void {
  mkdirSync(join(folder, config), { recursive: true })
  for (const [split, rows] of Object.entries(splits))
    writeFileSync(join(folder, config, `${split}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const files = Object.keys(splits).map((split) => `  - {split: ${split}, path: ${config}/${split}.jsonl}\n`)
  writeFileSync(
    join(folder, 'README.md'),
    `---\nconfigs:\n- config_name: ${config}\n  data_files:\n${files.join('')}---\n`,
  )
}

/** The task that has the harness itself vote over several repeats of a benchmark. */
export function votingTask(tasks: string, { task, file, pattern }: LmBenchmark, repeats: number): string {
  return `include: ${join(tasks, file)}
task: ${task}_vote
repeats: ${repeats}
filter_list:
  - name: flexible-extract
    filter:
      - {function: regex, group_select: -1, regex_pattern: '${pattern}'}
      - {function: majority_vote}
      - {function: take_first}
`
}
