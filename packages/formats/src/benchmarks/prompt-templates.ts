import type { AnswerKind } from '@cges-fleet/answers'

/** The prompt of each kind of answer, for benchmarks that bring none of their own. */
export const PROMPT_TEMPLATES: Readonly<Record<AnswerKind, string>> = {
  math: 'Solve the problem below. Work through it step by step, then write the final answer once, inside \\boxed{}.\n\n{question}',
  choice:
    'Answer the multiple-choice question below. Reason step by step, then write the letter of your choice inside \\boxed{}.\n\n{question}\n\n{choices}',
  date: 'Answer the question below. Reason step by step, then write the date as YYYY-MM-DD inside \\boxed{}.\n\n{question}',
  text: 'Answer the question below. Reason step by step, then write the final answer once, inside \\boxed{}.\n\n{question}',
}
