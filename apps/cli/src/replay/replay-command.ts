import { existsSync } from 'node:fs'
import type { Provenance } from '@cges-fleet/core'
import { describedBudget, holdsVerdicts, type OpenLog } from '@cges-fleet/formats'
import { DEFAULT_BUDGET, type MethodSpec } from '@cges-fleet/methods'
import {
  type DscRanking,
  type Grades,
  gradesProblem,
  parseUntil,
  type ReplayOptions,
  type ReplayReport,
  replayReport,
  type UntilGoal,
  ungradedUntil,
  type ValueMap,
} from '@cges-fleet/replay'
import { Command, InvalidArgumentError } from 'commander'
import { UsageError } from '../errors.js'
import { diskFile } from '../files/disk-file.js'
import { type LogFlags, withLogOptions } from '../logs/log-options.js'
import { openLog } from '../logs/open-log.js'
import { readingLines, recordedOption, stopAtFault } from '../logs/reading-report.js'
import { type DemoFlag, sampleFiles } from '../logs/sample-files.js'
import {
  type CustomRuleFlags,
  requireModule,
  runCustomRules,
  withCustomRules,
} from '../custom-rules/run-custom-rule.js'
import { checkDigest, type DigestCheck, digestText, replayVerdicts } from './digest-check.js'
import { type LoadedRecordings, loadRecordings } from './load-recordings.js'
import { printAsRead } from './as-read.js'
import { DEFAULT_SEEDS, FORMAT_HELP, withMethods, withPrinting } from './replay-options.js'
import { replayText, replayWarnings } from './replay-text.js'
import { showStored } from './stored-verdicts.js'
import { logBudget, splitMethods, usualMethods, usualSignal } from './methods-option.js'
import { sliced, type SliceFlags, sliceLines } from './slices.js'
import { NOT_ALL_RAN } from '../shell/exit-codes.js'
import { markLine } from '../shell/format.js'
import { withJson } from '../shell/options.js'
import { printable } from '../shell/printing.js'
import { startProgress } from '../shell/progress.js'

interface ReplayFlags extends LogFlags, CustomRuleFlags, DemoFlag, SliceFlags {
  readonly methods?: string[]
  readonly budget?: number
  readonly seeds?: number
  readonly grades: Grades
  readonly confidenceMap: ValueMap
  readonly rewardMap: ValueMap
  readonly dscRanking: DscRanking
  readonly gammaGrid?: boolean
  readonly sweep?: boolean
  readonly coverage?: true | { readonly alpha: number; readonly delta: number }
  readonly json?: boolean
  readonly inOrder?: boolean
  readonly verdicts?: boolean
  readonly asRead?: boolean
  readonly first?: number
  readonly until?: string
}

/** `cges replay`: what every method would have decided on existing samples. */
export function replayCommand(): Command {
  const command = new Command('replay')
    .description('run stopping rules on existing samples or logs; no model needed')
    .argument('[files...]', 'recordings or logs (see below)')
  const read = withMeasures(withCustomRules(withLogOptions(withJson(command))))
  return withPrinting(withMethods(read)).addHelpText('after', FORMAT_HELP).action(runReplay)
}

async function runReplay(given: string[], flags: ReplayFlags): Promise<void> {
  const files = sampleFiles(given, flags)
  for (const rule of flags.methodFile ?? []) requireModule(rule)
  for (const file of files)
    if (existsSync(file) && (await holdsVerdicts(diskFile(file)))) return showStored(file, files, flags)
  if (flags.asRead === true) return printAsRead(files, flags)
  const { log, read, methods, options } = await opened(files, flags)
  refuseUngraded(read, options)
  const digest = digestOf(log, read, options)
  const { counts } = read
  const provenance = log.description?.provenance ?? null
  const source = { kind: log.rules.kind, provenance, reading: counts, digest }
  const lines = [...readingLines(counts, log.rules), ...(digest === null ? [] : [digestText(digest)])]
  // JSON includes the same.
  if (flags.json !== true || flags.verdicts === true) for (const line of lines) console.error(line)
  const fault = faultOf(flags, { log, read, source, isVerified: digest?.isVerified === true })
  const { kept, ...leftOut } = sliced(read.recordings, flags)
  if (flags.verdicts === true) {
    process.stdout.write(printable(replayVerdicts(methods, kept, options).join('')))
    return
  }
  const custom = await runCustomRules(flags, kept, options)
  const report = reportWithBar(methods, kept, { ...options, ...leftOut, custom })
  if (flags.json !== true) for (const line of replayWarnings(report, flags.first)) console.error(line)
  console.log(
    flags.json === true
      ? jsonOf(source, report, flags)
      : textOf(provenance, report, { ...flags, doubts: [read.doubt, fault] }),
  )
  process.exitCode = exitCodeOf(report, flags)
}

interface Read {
  readonly log: OpenLog
  readonly read: LoadedRecordings
  /** What JSON says of the log. */
  readonly source: object
  readonly isVerified: boolean
}

/** What speaks against a log's reading although it goes on; stops if that was not asked for. */
function faultOf(flags: ReplayFlags, { log, read, source, isVerified }: Read): string | null {
  try {
    return stopAtFault(log, read.counts, {
      anyway: flags.anyway === true,
      believesLog: flags.grades === 'recorded',
      isVerified,
      byLog: recordedOption(read.recordings),
    })
  } catch (error) {
    if (flags.json === true && error instanceof Error)
      console.log(JSON.stringify({ ...source, stopped: error.message }, null, 2))
    throw error
  }
}

function jsonOf(source: object, report: ReplayReport, { slice, withoutSlice }: ReplayFlags): string {
  return JSON.stringify({ ...source, slice, withoutSlice, ...report }, null, 2)
}

type Beside = SliceFlags & { readonly doubts: readonly (string | null)[] }

/** Formats the report, with what speaks against its figures below them: not everybody sees standard error. */
function textOf(provenance: Provenance | null, report: ReplayReport, { doubts, ...flags }: Beside): string {
  const mark = markLine(provenance)
  return [
    ...(mark === null ? [] : [mark]),
    ...sliceLines(flags),
    ...replayText(report),
    ...doubts.flatMap((doubt) => (doubt === null ? [] : ['', `warning: ${doubt}`])),
  ].join('\n')
}

/** A method that the user named and that cannot run is a failure of its own, whatever the others did. */
function exitCodeOf({ methods, notRunnable }: ReplayReport, { methods: named }: ReplayFlags): number {
  if (methods.length === 0) return 1
  return named !== undefined && notRunnable.length > 0 ? NOT_ALL_RAN : 0
}

/** Reads a log, with the methods to run on it and how. */
async function opened(files: readonly string[], flags: ReplayFlags) {
  const log = await openLog(files, flags)
  const named = flags.methods ?? log.description?.methods
  // A wrong method is refused before a long log is read.
  const known = named === undefined ? [] : splitMethods(named, flags.budget ?? DEFAULT_BUDGET, { note: () => {} })
  const read = await loadRecordings(log, known, { first: flags.first })
  // What a log lacks explains why its methods cannot run.
  for (const warning of read.warnings) console.error(`warning: ${warning}`)
  const budget = budgetOf(log, read, flags)
  const signal = usualSignal(read.recordings) ?? undefined
  const methods = named === undefined ? usualMethods(read.recordings, budget) : splitMethods(named, budget, { signal })
  const options = optionsOf(log, flags, { methods, budget })
  return { log, read, methods, options }
}

/** Refuses what cannot be judged with the grades there are. */
function refuseUngraded(
  { recordings }: LoadedRecordings,
  { grades, until }: ReplayOptions & { readonly until?: UntilGoal },
): void {
  const ungraded = gradesProblem(recordings, grades)
  if (ungraded !== null) throw new UsageError(ungraded)
  const problem = until === undefined ? null : ungradedUntil({ recordings, grades })
  if (problem !== null) throw new UsageError(`--until ${problem}`)
}

/** An evaluation's own export may have fewer samples: its methods needed no more. */
function budgetOf({ description }: OpenLog, { recordings }: LoadedRecordings, { budget }: ReplayFlags): number {
  return description === null ? logBudget(recordings, budget) : (budget ?? describedBudget(description))
}

/** Data that record the order of their samples are replayed in it, unless permutations are requested. */
function optionsOf(
  { description }: OpenLog,
  flags: ReplayFlags,
  { methods, budget }: { readonly methods: readonly MethodSpec[]; readonly budget: number },
): ReplayOptions & { readonly budget: number; readonly until?: UntilGoal } {
  const isOrdered = flags.inOrder === true || (description !== null && flags.seeds === undefined)
  return {
    budget,
    seeds: isOrdered ? 1 : (flags.seeds ?? DEFAULT_SEEDS),
    grades: flags.grades,
    maps: { confidence: flags.confidenceMap, reward: flags.rewardMap },
    inOrder: isOrdered,
    dscRanking: flags.dscRanking,
    gammaGrid: flags.gammaGrid === true,
    sweep: flags.sweep === true,
    first: flags.first,
    ...(flags.until === undefined ? {} : { until: untilOf(flags.until, methods, budget) }),
    ...(flags.coverage === undefined ? {} : { coverage: { promise: flags.coverage === true ? null : flags.coverage } }),
    ...(description === null ? {} : { drawnFor: new Set(description.methods), evaluationSeed: description.seed }),
  }
}

function untilOf(written: string, methods: readonly MethodSpec[], budget: number): UntilGoal {
  try {
    return parseUntil(written, methods, budget)
  } catch (error) {
    throw new UsageError(`--until: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function digestOf(log: OpenLog, { recordings }: LoadedRecordings, options: ReplayOptions): DigestCheck | null {
  const { description, rules, reading } = log
  if (description === null) return null
  const specs = splitMethods([description.methods.join(';')], describedBudget(description))
  return checkDigest(description, { specs, recordings, rules, options, filter: reading.filter })
}

/** Adds the options that choose what is measured of every method beside its accuracy and calls. */
export function withMeasures(command: Command): Command {
  return command
    .option('--gamma-grid', 'sweep gamma for every CGES method, and name the efficient one')
    .option('--sweep', 'run every method at every value of its own threshold, and compare what they can give')
    .option(
      '--coverage [alpha/delta]',
      'report accuracy when the least sure answers are withheld; with 0.05/0.1, which to withhold so that at most 5 % of the others are wrong, with probability 90 %',
      promiseOption,
    )
}

const isShare = (value: number): boolean => value > 0 && value < 1

/** Reads a promise α/δ, two shares strictly between 0 and 1. */
function promiseOption(text: string): { alpha: number; delta: number } {
  const [alpha = Number.NaN, delta = Number.NaN, ...more] = text.split('/').map(Number)
  if (more.length === 0 && isShare(alpha) && isShare(delta)) return { alpha, delta }
  throw new InvalidArgumentError('must be two shares α/δ strictly between 0 and 1, such as 0.05/0.1')
}

/** Replays, and shows how far it is. */
export function reportWithBar(...[methods, recordings, options]: Parameters<typeof replayReport>): ReplayReport {
  const bar = startProgress('replaying')
  const onRun = (done: number, total: number) => bar.show({ done, total, what: 'runs' })
  const report = replayReport(methods, recordings, { compare: true, ...options, onRun })
  bar.clear()
  return report
}
