import {
  EvaluationDraft,
  EvaluationSpec,
  type EvaluationSpecInput,
  findPreset,
  issueText,
  PresetName,
  PRESETS,
  schemaProblems,
  SuiteDraft,
  SuiteSpec,
  type SuiteSpecInput,
} from '@cges-fleet/core'
import { didYouMean } from '@cges-fleet/methods'
import { z } from 'zod'
import { FieldError } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { lineOfField, readYamlFile } from '../files/yaml-file.js'
import { docsFile } from '../paths.js'
import { withUsualSettings } from './usual-settings.js'

/** What a file submits: one evaluation, or a suite of them. */
export type SpecFile =
  | { readonly kind: 'evaluation'; readonly spec: EvaluationSpecInput }
  | { readonly kind: 'suite'; readonly spec: SuiteSpecInput }

/** Fields that an option of the command sets, in place of the file's. */
type Changes = Pick<EvaluationSpecInput, 'until'>

/**
 * Loads the YAML or JSON file of an evaluation, or of a suite if it names benchmarks or pools, validated by the API's own
 * schema; what it says itself goes before its `preset`, and `changes` before both.
 */
export function loadSpec(file: string, changes: Changes = {}): SpecFile {
  const own = changedBy(changes, readYamlFile(file))
  if (isSuite(own)) {
    const content = withSettings(own)
    const parsed = SuiteSpec.safeParse(content, { error: issueText })
    if (!parsed.success)
      throw new UsageError(
        [`${file} is not a suite:`, ...problemLines(parsed.error, { file, content, schema: SuiteDraft })].join('\n'),
      )
    return { kind: 'suite', spec: content as SuiteSpecInput }
  }
  const content = withSettings(withPreset(file, own))
  const parsed = EvaluationSpec.safeParse(content, { error: issueText })
  if (!parsed.success)
    throw new UsageError(
      [`${file} is not an evaluation:`, ...problemLines(parsed.error, { file, content, schema: EvaluationDraft })].join(
        '\n',
      ),
    )
  return { kind: 'evaluation', spec: content as EvaluationSpecInput }
}

/** Anything but fields is left as it is: the schema says what is wrong with it. */
function changedBy(changes: Changes, content: unknown): unknown {
  const isFields = typeof content === 'object' && content !== null && !Array.isArray(content)
  return isFields && Object.keys(changes).length > 0 ? { ...content, ...changes } : content
}

function isSuite(content: unknown): boolean {
  return typeof content === 'object' && content !== null && ('benchmarks' in content || 'pools' in content)
}

/** The evaluations of a suite, as the API makes them. */
export function evaluationsOf({ benchmarks, pools, ...shared }: SuiteSpecInput): EvaluationSpecInput[] {
  return benchmarks.flatMap((benchmark) => pools.map((pool) => ({ ...shared, benchmark, pool })))
}

/** Characters of a value that an error repeats. */
const LONGEST_FOUND = 60

/** Submits what a file holds; a field that the API refuses is named with the file and its line. */
export async function placed<T>(file: string, submitted: Promise<T>): Promise<T> {
  try {
    return await submitted
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    const [name = '', ...rest] = error.field.split('.')
    const path = [name, ...rest.map((part) => (/^[0-9]+$/u.test(part) ? Number(part) : part))]
    // A suite names benchmarks and pools.
    const line = lineOfField(file, path) ?? lineOfField(file, [`${name}s`])
    if (line === null) throw error
    throw new UsageError(`${file}, line ${line}: ${error.message}`, { cause: error })
  }
}

interface Refused {
  readonly file: string
  readonly content: unknown
  readonly schema: z.ZodObject
}

function isUnknown({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'unrecognized_keys' && path.length === 0
}

/** What is wrong with each field, and on which line, with the nearest name for one that is not there, and where all fields are listed. */
function problemLines(error: z.ZodError, { file, content, schema }: Refused): string[] {
  const at = (path: readonly PropertyKey[]) => {
    const line = lineOfField(file, path)
    return line === null ? '  ' : `  line ${line}: `
  }
  const unknown = error.issues.filter(isUnknown)
  const others = error.issues.filter((issue) => !isUnknown(issue))
  return [
    ...[...unknown, ...others].flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `${at([...issue.path, key])}${unknownField(schema, issue.path, key)}`)
        : schemaProblems(new z.ZodError([issue])).map(
            (problem) => `${at(issue.path)}${problem}${found(content, issue)}`,
          ),
    ),
    '  cges evaluate --help-file lists the fields with their values',
  ]
}

function unknownField(schema: z.ZodObject, path: readonly PropertyKey[], key: string): string {
  const within = path.length === 0 ? '' : `${path.join('.')}: `
  return `${within}there is no field ${JSON.stringify(key)}${didYouMean(key, fieldsAt(schema, path))}`
}

/** The names of a schema's fields at a path; none where they depend on what is there. */
function fieldsAt(schema: z.ZodObject, path: readonly PropertyKey[]): readonly string[] {
  const inside = path.reduce<unknown>(
    (at, name) => (at instanceof z.ZodObject ? plain(at.shape[String(name)]) : undefined),
    schema,
  )
  if (!(inside instanceof z.ZodObject)) return []
  return path.length === 0 ? ['preset', ...Object.keys(inside.shape)] : Object.keys(inside.shape)
}

function plain(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return plain(schema.unwrap())
  return schema instanceof z.ZodPipe ? plain(schema.in) : schema
}

/** The value that was found, unless the message has it. */
function found(content: unknown, { path, message }: z.core.$ZodIssue): string {
  if (!message.startsWith('must be')) return ''
  const value = path.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
    content,
  )
  const text = JSON.stringify(value)
  return text === undefined || text.length > LONGEST_FOUND ? '' : `, found ${text}`
}

/** The fields of an evaluation's file, a line each, for the help of the commands that read one. */
export function specFieldsHelp(): string {
  const fields = Object.entries({ ...EvaluationDraft.shape, preset: PresetName })
  const width = Math.max(...fields.map(([name]) => name.length)) + 2
  const lines = fields.map(([name, { description }]) => `  ${name.padEnd(width)}${firstSentence(description ?? '')}`)
  const rest = [
    `With values, defaults and examples: cges evaluate --help-file, or ${docsFile('evaluation-file.md')}`,
    `First line for editors:  # yaml-language-server: $schema=${docsFile('data/evaluation.schema.json')}`,
  ]
  return [
    '',
    'Fields of the file (benchmark, pool and methods, or preset and pool, are required):',
    ...lines,
    `  ${''.padEnd(width)}${PresetName.options.join(', ')}`,
    'A suite names benchmarks: [a, b] and pools: [small, large] in place of benchmark and pool, and needs suite: NAME.',
    ...rest,
  ].join('\n')
}

function firstSentence(text: string): string {
  return text.split('. ')[0]?.replaceAll('`', '') ?? ''
}

function withPreset(file: string, content: unknown): unknown {
  if (typeof content !== 'object' || content === null || !('preset' in content)) return content
  const { preset: named, ...settings } = content
  const preset = findPreset(named)
  if (preset !== null) return { ...preset.spec, ...settings }
  const names = PRESETS.map(({ name }) => name)
  const meant = didYouMean(named, names)
  const line = lineOfField(file, ['preset'])
  const place = line === null ? file : `${file}, line ${line}`
  throw new UsageError(`${place}: there is no preset ${JSON.stringify(named)}: one of ${names.join(', ')}${meant}`)
}

function withSettings(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || !('methods' in content)) return content
  if (!Array.isArray(content.methods)) return content
  const context = 'budget' in content && typeof content.budget === 'number' ? { budget: content.budget } : {}
  return {
    ...content,
    methods: content.methods.map((method: unknown) => withUsualSettings(method, console.error, context)),
  }
}
