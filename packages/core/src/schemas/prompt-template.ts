import { z } from 'zod'

/** Most placeholders of a template: each holds the whole question, so this keeps a prompt in proportion to it. */
const MOST_PLACES = 8

/** The prompt, with `{question}` and, for choices, `{choices}` where they go. */
export const PromptTemplate = z
  .string()
  .max(16_000)
  .refine((text) => text.includes('{question}'), 'must contain {question}')
  .refine(
    (text) => text.split(/\{question\}|\{choices\}/u).length - 1 <= MOST_PLACES,
    `may hold {question} and {choices} at most ${MOST_PLACES} times together`,
  )
