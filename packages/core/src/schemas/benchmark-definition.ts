import { z } from 'zod'
import { AnswerKind } from '@cges-fleet/answers'
import { BenchmarkName } from './benchmark.js'
import { DatasetSource } from './dataset-source.js'
import { PromptTemplate } from './prompt-template.js'
import { QuestionFields } from './question-fields.js'
import { Sampling } from './sampling.js'

/**
 * A benchmark without its questions: their prompt, their kind of answer, and their source. Written in YAML or JSON it
 * defines a custom benchmark, without code.
 */
export const BenchmarkDefinition = z
  .strictObject({
    name: BenchmarkName,
    title: z.string().min(1).max(200).optional(),
    answerKind: AnswerKind,
    /** The kind's default if left out. */
    template: PromptTemplate.optional(),
    sampling: Sampling.partial().default({}),
    fields: QuestionFields.default({}),
    /** Orders the choices if `fields.distractors` names the wrong ones. */
    shuffleSeed: z.int().min(0).default(0),
    /** A file of questions, one JSON object a line, beside the definition. */
    file: z.string().min(1).optional(),
    dataset: DatasetSource.optional(),
  })
  .superRefine((definition, ctx) => {
    const { choices, distractors } = definition.fields
    const offersChoices = choices !== undefined || distractors !== undefined
    const problems: [string, boolean, string[]][] = [
      ['must contain {choices}', offersChoices && lacksChoices(definition.template), ['template']],
      ['must be choice where choices are named', offersChoices && definition.answerKind !== 'choice', ['answerKind']],
      ['cannot be named beside choices', choices !== undefined && distractors !== undefined, ['fields', 'distractors']],
    ]
    for (const [message, wrong, path] of problems) if (wrong) ctx.addIssue({ code: 'custom', message, path })
  })
export type BenchmarkDefinition = z.infer<typeof BenchmarkDefinition>
export type BenchmarkDefinitionInput = z.input<typeof BenchmarkDefinition>

function lacksChoices(template: string | undefined): boolean {
  return template !== undefined && !template.includes('{choices}')
}
