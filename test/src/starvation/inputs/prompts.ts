import { Benchmark } from '@cges-fleet/core'
import { renderPrompt } from '@cges-fleet/formats'
import type { Case } from './input.js'

const LONGEST_TEMPLATE = 16_000
const LONGEST_QUESTION = 64_000

/** Templates as people write them, and as somebody does who wants large prompts; the question grows with them. */
const TEMPLATES: Readonly<Record<string, (length: number) => string>> = {
  '{question}…': (length) => '{question}'.repeat(length / 10),
  '{question}{choices}…': (length) => '{question}{choices}'.repeat(length / 19),
  '{question}{…': (length) => `{question}${'{'.repeat(length - 10)}`,
  '{question}{question…': (length) => `{question}${'{question'.repeat((length - 10) / 9)}`,
  '{question} at both ends': (length) => `{question}${'$&'.repeat((length - 20) / 2)}{question}`,
}

/** Checking a template and writing the prompts it takes. */
export const PROMPT_CASES: readonly Case[] = Object.entries(TEMPLATES).map(([shape, template]) => ({
  input: 'prompt template',
  shape,
  limit: LONGEST_TEMPLATE,
  work: (size) => {
    const written = template(size)
    const question = '$&'.repeat((size / LONGEST_TEMPLATE) * (LONGEST_QUESTION / 2))
    const choices = Array.from({ length: 26 }, () => 'b'.repeat(size / 2))
    return () => {
      const { success, data } = Benchmark.shape.template.safeParse(written)
      return success ? renderPrompt({ template: data }, { question, choices }).length : 0
    }
  },
}))
