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
