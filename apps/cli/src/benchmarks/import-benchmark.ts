import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type AnswerKind } from '@cges-fleet/answers'
import { type Benchmark, BenchmarkDefinition, issueText, type QuestionFields, schemaProblems } from '@cges-fleet/core'
import {
  benchmarkNameOf,
  fieldsOf,
  IMPORTABLE_BENCHMARKS,
  KNOWN_BENCHMARKS,
  loadRows,
  parseBenchmark,
  problemLines,
  type QuestionRows,
} from '@cges-fleet/formats'
import { didYouMean } from '@cges-fleet/methods'
import { startProgress } from '../shell/progress.js'
import { diskFile } from '../files/disk-file.js'
import { readTextFile } from '../files/text-files.js'
import { readYamlFile } from '../files/yaml-file.js'
import { UsageError } from '../errors.js'
import { fetchDatasetRows } from './fetch-dataset-rows.js'
import { includedBenchmark } from './included-benchmark.js'

export interface BenchmarkImport {
  readonly name?: string
  readonly title?: string
  readonly kind?: AnswerKind
  /** Which field of the file holds what, such as `question=problem`. */
  readonly map: Readonly<Record<string, string>>
  /** A file to read instead of the dataset. */
  readonly from?: string
  readonly revision?: string
  readonly server: string
  readonly token: string | undefined
}

/**
 * Imports a benchmark: a known one by name, from its public dataset or a file of it, or as included; or one of your own,
 * from a definition in YAML or JSON or a file of questions (JSONL, CSV, Parquet).
 */
export async function importBenchmark(wanted: string, options: BenchmarkImport): Promise<Benchmark> {
  const isFile = existsSync(wanted)
  const known = isFile ? undefined : KNOWN_BENCHMARKS.find(({ name }) => name === wanted)
  if (known !== undefined) return fromDataset(known, options)
  const included = isFile ? null : includedBenchmark(wanted)
  if (included !== null) return asIncluded(included, options)
  if (!isFile && !/[./\\]/u.test(wanted)) {
    const meant = didYouMean(wanted, IMPORTABLE_BENCHMARKS)
    throw new UsageError(
      `"${wanted}" is neither a file nor a known benchmark; known: ${IMPORTABLE_BENCHMARKS.join(', ')}${meant}`,
    )
  }
  if (/\.ya?ml$/u.test(wanted) || isDefinition(wanted)) return fromDefinition(wanted)
  const rows = await loadRows(diskFile(wanted))
  const definition = parseDefinition(wanted, {
    name: options.name ?? benchmarkNameOf(wanted),
    title: options.title,
    answerKind: options.kind ?? 'math',
    fields: withoutChoices(fieldsOf(wanted, rows, options.map), options),
  })
  return benchmarkOf(definition, wanted, rows)
}

/** A .json file is a definition unless it is a list of questions. */
function isDefinition(file: string): boolean {
  return file.endsWith('.json') && !readTextFile(file).trimStart().startsWith('[')
}

/** Choices count where the answers are choices; a column of them beside other answers is left out. */
function withoutChoices(
  fields: QuestionFields,
  { kind, map }: { kind?: AnswerKind; map: Readonly<Record<string, unknown>> },
): QuestionFields {
  if (kind === 'choice' || map['choices'] !== undefined) return fields
  const { choices: _choices, ...others } = fields
  return others
}

function parseDefinition(file: string, given: unknown): BenchmarkDefinition {
  const definition = BenchmarkDefinition.safeParse(given, { error: issueText })
  if (definition.success) return definition.data
  throw new UsageError(
    `${file} was not imported:\n${schemaProblems(definition.error)
      .map((each) => `  ${each}`)
      .join('\n')}`,
  )
}

async function fromDataset(known: BenchmarkDefinition, options: BenchmarkImport): Promise<Benchmark> {
  const { dataset } = known
  if (dataset === undefined) throw new Error(`${known.name} names no dataset`)
  const definition = {
    ...known,
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.title === undefined ? {} : { title: options.title }),
    fields: { ...known.fields, ...options.map },
    dataset: { ...dataset, revision: options.revision ?? dataset.revision },
  }
  if (options.from !== undefined) return benchmarkOf(definition, options.from, await loadRows(diskFile(options.from)))
  const bar = startProgress('fetching ')
  const rows = await fetchDatasetRows(definition.dataset, {
    server: options.server,
    token: options.token,
    onRows: (read, total) => bar.show({ done: read, total, count: read, what: 'rows' }),
  }).finally(() => bar.clear())
  return benchmarkOf(definition, dataset.id, { text: rows })
}

/** Its questions are those included, whatever is asked, so that one revision means one benchmark. */
function asIncluded(included: Benchmark, { name, title, kind, from, revision, map }: BenchmarkImport): Benchmark {
  const changes = { '--from': from, '--revision': revision, '--kind': kind, '--map': Object.keys(map)[0] }
  const given = Object.entries(changes).flatMap(([option, value]) => (value === undefined ? [] : [option]))
  if (given.length > 0) {
    throw new UsageError(`${included.name} is included with its questions: leave ${given.join(' and ')} out`)
  }
  return { ...included, name: name ?? included.name, title: title ?? included.title }
}

async function fromDefinition(file: string): Promise<Benchmark> {
  const definition = parseDefinition(file, readYamlFile(file))
  const { file: named } = definition
  if (named === undefined) throw new UsageError(`${file} was not imported: set "file" to the file of its questions`)
  const questions = resolve(dirname(file), named)
  const rows = await loadRows(diskFile(questions))
  const { distractors } = definition.fields
  const fields = distractors === undefined ? fieldsOf(questions, rows, definition.fields) : definition.fields
  return benchmarkOf(
    { ...definition, fields: withoutChoices(fields, { kind: definition.answerKind, map: definition.fields }) },
    questions,
    rows,
  )
}

/** Builds the benchmark and records its source: the commit of its dataset, and the hash of every row. */
function benchmarkOf(definition: BenchmarkDefinition, source: string, rows: QuestionRows): Benchmark {
  const parsed = parseBenchmark(definition, rows.text)
  if (!parsed.ok) {
    throw new UsageError(`${source} was not imported:\n${problemLines(rows, parsed.problems).join('\n')}`)
  }
  const hashes = rows.text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => createHash('sha256').update(row).digest('hex'))
  const questions = parsed.benchmark.questions.map((question, place) => ({ ...question, rowHash: hashes[place] }))
  const { dataset, shuffleSeed, fields } = definition
  const shuffled = fields.distractors === undefined ? {} : { shuffleSeed }
  return {
    ...parsed.benchmark,
    questions,
    ...(dataset === undefined ? {} : { dataset: { ...dataset, ...shuffled } }),
  }
}
