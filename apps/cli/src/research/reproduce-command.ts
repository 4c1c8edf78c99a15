import { GRADING_VERSION } from '@cges-fleet/answers'
import { answeredBy } from '@cges-fleet/core'
import { descriptionLine } from '@cges-fleet/formats'
import { GRADES, type Grades, type Recording, type ValueMap } from '@cges-fleet/replay'
import {
  type Cell,
  loadPublished,
  PAPER_BENCHMARKS,
  type PaperBenchmark,
  provenance,
  recordedSource,
  reproduce,
  type Reproduction,
  reproductionHtml,
  reproductionLatex,
  sectionsOf,
  simulatedQuestions,
  simulatedRecording,
  simulatedSource,
  type Table,
  type TableRow,
  UnusableRecordings,
} from '@cges-fleet/research'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { storedId, storedRecordings } from '../evaluations/stored-evaluations.js'
import { requireWritable, writeTextFile } from '../files/text-files.js'
import { LOG_HELP, type LogFlags, withLogOptions } from '../logs/log-options.js'
import { openLog } from '../logs/open-log.js'
import { readingLines, recordedOption, stopAtFault } from '../logs/reading-report.js'
import { loadRecordings } from '../replay/load-recordings.js'
import { columns, markLine } from '../shell/format.js'
import { mapOption, withApi, withJson, withJsonFile } from '../shell/options.js'
import { startProgress } from '../shell/progress.js'

type ApiOf = (flags: { readonly api?: string }) => ApiClient

interface ReproduceFlags extends LogFlags {
  readonly api?: string
  readonly benchmark?: PaperBenchmark[]
  readonly quick?: boolean
  readonly json?: true
  readonly jsonFile?: string
  readonly html?: string
  readonly latex?: string
  readonly samples?: string[]
  readonly recording?: string
  readonly size?: number
  readonly seeds: number
  readonly grades: Grades
  readonly confidenceMap: ValueMap
  readonly rewardMap: ValueMap
}

/** `cges research reproduce`: the paper's experiments, rerun with the methods of this project. */
export function reproduceCommand(apiOf: ApiOf): Command {
  return withLogOptions(
    withApi(
      withJsonFile(withJson(new Command('reproduce')))
        .description('run the paper’s experiments on simulated or your own samples and compare')
        .addOption(new Option('--benchmark <name...>', 'which; all unless given').choices(PAPER_BENCHMARKS))
        .option('--quick', 'fewer replicates: under a minute in place of two to ten')
        .option('--recording <file>', 'only write a simulated run of one benchmark, for cges replay')
        .option('--size <n>', 'questions of that run; the benchmark’s unless given', whole(12_032))
        .option('--html <file>', 'write the report with charts')
        .option('--latex <file>', 'write the tables as LaTeX')
        .option(
          '--samples <file...>',
          'recordings or logs of one benchmark, or the id of an evaluation, in place of simulated answers',
        ),
    ),
  )
    .option('--seeds <n>', 'permutations of recorded samples', whole(1000), 10)
    .addOption(new Option('--grades <by>', 'source of grades of recorded answers').choices(GRADES).default('reference'))
    .addOption(mapOption('confidence'))
    .addOption(mapOption('reward'))
    .addHelpText('after', LOG_HELP)
    .action((flags: ReproduceFlags) => runReproduce(flags, apiOf))
}

async function runReproduce(flags: ReproduceFlags, apiOf: ApiOf): Promise<void> {
  for (const file of [flags.jsonFile, flags.html, flags.latex, flags.recording]) requireWritable(file)
  if (flags.recording !== undefined) return writeRecording(flags.recording, flags)
  if (flags.size !== undefined) throw new UsageError('--size goes with --recording: --quick runs on fewer')
  const published = loadPublished()
  const quick = flags.quick === true
  const sources =
    flags.samples === undefined
      ? (flags.benchmark ?? PAPER_BENCHMARKS).map((benchmark) => ({
          benchmark,
          questions: simulatedQuestions(benchmark, quick),
          source: (onShare: (share: number) => void) => simulatedSource(benchmark, quick, onShare),
        }))
      : [await recorded(flags.samples, flags, apiOf)]
  const bar = startProgress('reproducing')
  const total = sources.reduce((sum, { questions }) => sum + questions, 0)
  const report = reproduce(sources, published, quick, (benchmark, share) => {
    const at = sources.findIndex((each) => each.benchmark === benchmark)
    const before = sources.slice(0, at).reduce((sum, { questions }) => sum + questions, 0)
    const done = Math.round(before + share * (sources[at]?.questions ?? 0))
    bar.show({ done, total, what: `questions, ${benchmark}` })
  })
  bar.clear()
  const json = () => JSON.stringify(report, null, 2)
  const outputs: [string | undefined, () => string][] = [
    [flags.jsonFile, () => `${json()}\n`],
    [flags.html, () => reproductionHtml(report)],
    [flags.latex, () => reproductionLatex(report)],
  ]
  for (const [file, content] of outputs) {
    if (file === undefined) continue
    writeTextFile(file, content())
    console.error(`wrote ${file}`)
  }
  console.log(flags.json === true ? json() : reproductionText(report).join('\n'))
}

async function recorded(files: readonly string[], flags: ReproduceFlags, apiOf: ApiOf) {
  const { recordings, grades, known, mark } = await given(files, flags, apiOf)
  const [benchmark = known, ...more] = flags.benchmark ?? []
  if (benchmark === null || more.length > 0) throw oneBenchmark()
  const maps = { confidence: flags.confidenceMap, reward: flags.rewardMap }
  const options = { benchmark, seeds: flags.seeds, grades, maps, mark }
  try {
    const source = recordedSource(recordings, options)
    return { benchmark, questions: flags.seeds * recordings.length, source: () => source }
  } catch (error) {
    if (error instanceof UnusableRecordings) throw new UsageError(error.message)
    throw error
  }
}

function oneBenchmark(): UsageError {
  return new UsageError(`--samples needs one --benchmark to stand beside: ${PAPER_BENCHMARKS.join(', ')}`)
}

interface Given {
  readonly recordings: readonly Recording[]
  readonly grades: Grades
  /** The paper's benchmark that a stored evaluation is of; null if it is of another, and for files. */
  readonly known: PaperBenchmark | null
  readonly mark: string | null
}

/** The samples of files, or of a stored evaluation, which are graded already. */
async function given(files: readonly string[], flags: ReproduceFlags, apiOf: ApiOf): Promise<Given> {
  const id = storedId(files)
  if (id !== null) {
    const { view, recordings } = await storedRecordings(apiOf(flags), id)
    const known = PAPER_BENCHMARKS.find((name) => name === view.benchmark.name) ?? null
    return { recordings, grades: 'recorded', known, mark: markLine(answeredBy(view)) }
  }
  if (flags.benchmark?.length !== 1) throw oneBenchmark()
  const log = await openLog(files, flags)
  const { recordings, warnings, counts } = await loadRecordings(log)
  for (const warning of warnings) console.error(`warning: ${warning}`)
  for (const line of readingLines(counts, log.rules)) console.error(line)
  stopAtFault(log, counts, {
    anyway: flags.anyway === true,
    believesLog: flags.grades === 'recorded',
    byLog: recordedOption(recordings),
  })
  return { recordings, grades: flags.grades, known: null, mark: markLine(log.description?.provenance ?? null) }
}

function whole(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw new InvalidArgumentError(`a whole number from 1 to ${most}`)
    return value
  }
}

/** Formats a reproduction for a terminal. */
export function reproductionText(report: Reproduction): string[] {
  const head = report.benchmarks.map(({ title, questions, replicates }) => `${title} ${questions} × ${replicates}`)
  return [
    `${provenance(report)}: questions × replicates: ${head.join(', ')}`,
    'ours (paper’s, difference)',
    ...sectionsOf(report).flatMap(({ title, text, tables }) => [
      '',
      `== ${title} ==`,
      ...text.map((line) => `  ${line}`),
      ...tables.flatMap(tableText),
    ]),
  ]
}

function tableText({ title, note, head, rows }: Table): string[] {
  return ['', title, ...columns([head, ...rows.map(lineOf)]), ...(note === undefined ? [] : [`  ${note}`])]
}

function lineOf({ label, kind, cells }: TableRow): string[] {
  return [kind === undefined ? label : `${label} [${kind}]`, ...cells.map(cellText)]
}

function cellText(cell: Cell | null): string {
  if (cell === null) return '—'
  const compared = [cell.paper, cell.difference].filter((part) => part !== undefined)
  const paper = compared.length === 0 ? '' : ` (${compared.join(', ')})`
  return `${cell.ours}${paper}${cell.note === undefined ? '' : ` ${cell.note}`}${cell.far === true ? ' !' : ''}`
}

interface WhatToWrite {
  readonly benchmark?: readonly PaperBenchmark[]
  readonly samples?: readonly string[]
  readonly size?: number
}

/** Writes one simulated run of a benchmark as a recording that says of itself that it is simulated. */
export function writeRecording(file: string, { benchmark = [], samples, size }: WhatToWrite): void {
  const [name, ...more] = benchmark
  if (name === undefined || more.length > 0 || samples !== undefined)
    throw new UsageError(`--recording writes what is simulated of one --benchmark: ${PAPER_BENCHMARKS.join(', ')}`)
  const description = descriptionLine({
    evaluation: `simulated ${name}`,
    provenance: 'simulated',
    kind: 'text',
    paper: false,
    gradingVersion: GRADING_VERSION,
    methods: ['sc@16'],
    replicates: 1,
    seed: 0,
    independence: null,
    textsDeletedAt: null,
    order: 'index',
    status: null,
    until: null,
    decided: null,
    digest: null,
  })
  writeTextFile(file, `${description}${simulatedRecording(name, size).join('\n')}\n`)
  console.error(`wrote ${file}: simulated, for cges replay`)
}
