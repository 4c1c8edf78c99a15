import {
  EvaluationDraft,
  EvaluationSpec,
  type EvaluationSpecInput,
  findPreset,
  PresetName,
  PRESETS,
  SuiteDraft,
  SuiteSpec,
  type SuiteSpecInput,
} from '@cges-fleet/core'
import { issueText, schemaProblems } from '@cges-fleet/formats'
import { didYouMean } from '@cges-fleet/methods'
import { z } from 'zod'
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
        [`${file} is not a suite:`, ...problemLines(parsed.error, { file, content, fields: SUITE_FIELDS })].join('\n'),
      )
    return { kind: 'suite', spec: content as SuiteSpecInput }
  }
  const content = withSettings(withPreset(file, own))
  const parsed = EvaluationSpec.safeParse(content, { error: issueText })
  if (!parsed.success)
    throw new UsageError(
      [`${file} is not an evaluation:`, ...problemLines(parsed.error, { file, content, fields: FIELDS })].join('\n'),
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

const FIELDS = ['preset', ...Object.keys(EvaluationDraft.shape)]
const SUITE_FIELDS = Object.keys(SuiteDraft.shape)

interface Refused {
  readonly file: string
  readonly content: unknown
  /** Names that a field may have. */
  readonly fields: readonly string[]
}

/** What is wrong with each field, and on which line, with the nearest name for one that is not there, and where all fields are listed. */
function problemLines(error: z.ZodError, { file, content, fields }: Refused): string[] {
  const at = (path: readonly PropertyKey[]) => {
    const line = lineOfField(file, path)
    return line === null ? '  ' : `  line ${line}: `
  }
  const unknown = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  )
  const others = error.issues.filter(({ code, path }) => code !== 'unrecognized_keys' || path.length > 0)
  return [
    ...unknown.map((key) => `${at([key])}there is no field ${JSON.stringify(key)}${didYouMean(key, fields)}`),
    ...others.flatMap((issue) =>
      schemaProblems(new z.ZodError([issue])).map((problem) => `${at(issue.path)}${problem}${found(content, issue)}`),
    ),
    '  cges evaluate --help-file lists the fields with their values',
  ]
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
