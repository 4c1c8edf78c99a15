import type { Benchmark, BenchmarkDefinition } from '@cges-fleet/core'
import { type LineProblem, parseQuestions } from './parse-questions.js'
import { PROMPT_TEMPLATES } from './prompt-templates.js'

export type ParsedBenchmark =
  | { readonly ok: true; readonly benchmark: Benchmark }
  | { readonly ok: false; readonly problems: LineProblem[] }

/** Builds a benchmark from its definition and its questions, JSON lines as parseQuestions accepts them. */
export function parseBenchmark(definition: BenchmarkDefinition, lines: string): ParsedBenchmark {
  const parsed = parseQuestions(lines, definition)
  if (!parsed.ok) return parsed
  const { questions } = parsed
  const { name, title = name, answerKind, template = PROMPT_TEMPLATES[answerKind], sampling } = definition
  return { ok: true, benchmark: { name, title, origin: 'imported', answerKind, template, sampling, questions } }
}
