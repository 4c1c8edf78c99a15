import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { type AnswerKind } from '@cges-fleet/answers'
import { type Benchmark, BenchmarkDefinition } from '@cges-fleet/core'
import { KNOWN_BENCHMARKS, parseBenchmark } from '@cges-fleet/formats'
import { didYouMean } from '@cges-fleet/methods'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { startProgress } from '../report/start-progress.js'
import { readTextFile } from '../read-text-file.js'
import { UsageError } from '../usage-error.js'
import { fetchDatasetRows } from './fetch-dataset-rows.js'
import { loadRows } from './load-rows.js'

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
 * Imports a benchmark: a known one by name, from its public dataset or a file of it; or one of your own, from a
 * definition in YAML or JSON or a file of questions (JSONL, CSV, Parquet).
 */
export async function importBenchmark(wanted: string, options: BenchmarkImport): Promise<Benchmark> {
  const known = existsSync(wanted) ? undefined : KNOWN_BENCHMARKS.find(({ name }) => name === wanted)
  if (known !== undefined) return fromDataset(known, options)
  if (!existsSync(wanted) && !/[./\\]/u.test(wanted)) {
    const names = KNOWN_BENCHMARKS.map(({ name }) => name)
    const meant = didYouMean(wanted, names)
    throw new UsageError(
      `there is neither a file nor a known benchmark "${wanted}"; known: ${names.join(', ')}${meant}`,
    )
  }
  if (/\.ya?ml$|\.json$/u.test(wanted)) return fromDefinition(wanted)
  const definition = BenchmarkDefinition.safeParse({
    name: options.name ?? nameOf(wanted),
    title: options.title,
    answerKind: options.kind ?? 'math',
    fields: options.map,
  })
  if (!definition.success) throw new UsageError(`${wanted} was not imported:\n${z.prettifyError(definition.error)}`)
  return benchmarkOf(definition.data, wanted, await loadRows(wanted))
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
  if (options.from !== undefined) return benchmarkOf(definition, options.from, await loadRows(options.from))
  const bar = startProgress('fetching ')
  const rows = await fetchDatasetRows(definition.dataset, {
    server: options.server,
    token: options.token,
    onRows: (read, total) => bar.show({ done: read, total, count: read, what: 'rows' }),
  }).finally(() => bar.clear())
  return benchmarkOf(definition, dataset.id, rows)
}

async function fromDefinition(file: string): Promise<Benchmark> {
  const document = parseDocument(readTextFile(file))
  const broken = document.errors[0]
  if (broken !== undefined) throw new UsageError(`${file}: ${broken.message}`)
  const definition = BenchmarkDefinition.safeParse(document.toJS())
  if (!definition.success) throw new UsageError(`${file} was not imported:\n${z.prettifyError(definition.error)}`)
  const { file: named } = definition.data
  if (named === undefined) throw new UsageError(`${file} was not imported: set "file" to the file of its questions`)
  const questions = resolve(dirname(file), named)
  return benchmarkOf(definition.data, questions, await loadRows(questions))
}

/** Builds the benchmark and records its source: the commit of its dataset, and the hash of every row. */
function benchmarkOf(definition: BenchmarkDefinition, source: string, rows: string): Benchmark {
  const parsed = parseBenchmark(definition, rows)
  if (!parsed.ok) {
    const lines = parsed.problems.map(({ line, problem }) => `  line ${line}: ${problem}`)
    throw new UsageError(`${source} was not imported:\n${lines.join('\n')}`)
  }
  const hashes = rows
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

function nameOf(file: string): string {
  return basename(file)
    .replace(/\.gz$/u, '')
    .replace(/\.[a-z]+$/u, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, '-')
}
