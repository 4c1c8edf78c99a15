import { AnswerKind } from '@cges-fleet/answers'
import { answerCases, type Case, METHOD_CASES, PROMPT_CASES } from './cases.js'
import { LOG_CASES } from './logs.js'

/** Whatever a tenant chooses the size of, by what reads it. */
export const INPUTS: Readonly<Record<string, readonly Case[]>> = {
  ...Object.fromEntries(AnswerKind.options.map((kind) => [`answers and responses, ${kind}`, answerCases(kind)])),
  'prompt templates': PROMPT_CASES,
  'methods and tokens': METHOD_CASES,
  logs: LOG_CASES,
}
