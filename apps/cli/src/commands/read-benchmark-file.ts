import { basename } from 'node:path'
import { type AnswerKind, Benchmark, parseQuestions } from '@cges-fleet/core'
import { z } from 'zod'
import { readTextFile } from '../read-text-file.js'
import { UsageError } from '../usage-error.js'

export interface BenchmarkFileOptions {
  readonly name: string | undefined
  readonly title: string | undefined
  readonly kind: AnswerKind
  /** Which field of the file holds what, such as `question=problem`. */
  readonly map: Readonly<Record<string, string>>
}

const TEMPLATES: Record<AnswerKind, string> = {
  math: 'Solve the problem below. Work through it step by step, then write the final answer once, inside \\boxed{}.\n\n{question}',
  choice:
    'Answer the multiple-choice question below. Reason step by step, then write the letter of your choice inside \\boxed{}.\n\n{question}\n\n{choices}',
  date: 'Answer the question below. Reason step by step, then write the date as YYYY-MM-DD inside \\boxed{}.\n\n{question}',
  text: 'Answer the question below. Reason step by step, then write the final answer once, inside \\boxed{}.\n\n{question}',
}

/** Reads a JSONL file of questions (plain or gzipped) as a benchmark; a malformed line is named by its number. */
export function readBenchmarkFile(file: string, options: BenchmarkFileOptions): Benchmark {
  const parsed = parseQuestions(readTextFile(file), options.map)
  if (!parsed.ok) {
    const lines = parsed.problems.map(({ line, problem }) => `  line ${line}: ${problem}`)
    throw new UsageError(`${file} was not imported:\n${lines.join('\n')}`)
  }
  const name = options.name ?? nameOf(file)
  const benchmark = Benchmark.safeParse({
    name,
    title: options.title ?? name,
    origin: 'imported',
    answerKind: options.kind,
    template: TEMPLATES[options.kind],
    questions: parsed.questions,
  })
  if (!benchmark.success) throw new UsageError(`${file} was not imported:\n${z.prettifyError(benchmark.error)}`)
  return benchmark.data
}

function nameOf(file: string): string {
  return basename(file)
    .replace(/\.gz$/, '')
    .replace(/\.[a-z]+$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
}
