import type { AnswerKind } from '@cges-fleet/answers'
import type { Benchmark } from '@cges-fleet/core'

/**
 * Renders the prompt of one question: `{question}` and `{choices}` in the template are replaced, every other character
 * is kept, and nothing inside the question or its choices is replaced. Choices become lines `A. …`, `B. …`; nothing if
 * the question has none.
 */
export function renderPrompt(
  benchmark: Pick<Benchmark, 'template'>,
  question: { readonly question: string; readonly choices?: readonly string[] | undefined },
): string {
  const choices = (question.choices ?? []).map((choice, index) => `${letter(index)}. ${choice}`).join('\n')
  return benchmark.template.replaceAll(/\{question\}|\{choices\}/gu, (place) =>
    place === '{question}' ? question.question : choices,
  )
}

function letter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index)
}

/** The prompt of each kind of answer, for benchmarks that bring none of their own. */
export const PROMPT_TEMPLATES: Readonly<Record<AnswerKind, string>> = {
  math: 'Solve the problem below. Work through it step by step, then write the final answer once, inside \\boxed{}.\n\n{question}',
  choice:
    'Answer the multiple-choice question below. Reason step by step, then write the letter of your choice inside \\boxed{}.\n\n{question}\n\n{choices}',
  date: 'Answer the question below. Reason step by step, then write the date as YYYY-MM-DD inside \\boxed{}.\n\n{question}',
  text: 'Answer the question below. Reason step by step, then write the final answer once, inside \\boxed{}.\n\n{question}',
}
