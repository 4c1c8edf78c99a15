import { existsSync } from 'node:fs'
import { describedBudget, holdsVerdicts, type OpenLog } from '@cges-fleet/formats'
import { DEFAULT_BUDGET, MAX_BUDGET, type MethodSpec } from '@cges-fleet/methods'
import {
  DSC_RANKINGS,
  type DscRanking,
  GRADES,
  type Grades,
  gradesProblem,
  IDENTITY,
  parseUntil,
  type ReplayOptions,
  type ReplayReport,
  replayReport,
  type UntilGoal,
  ungradedUntil,
  type ValueMap,
} from '@cges-fleet/replay'
import { Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from '../errors.js'
import { diskFile } from '../files/disk-file.js'
import { LOG_HELP, type LogFlags, withLogOptions } from '../logs/log-options.js'
import { openLog } from '../logs/open-log.js'
import { readingLines, stopAtFault } from '../logs/reading-report.js'
import {
  CUSTOM_RULE_HELP,
  type CustomRuleFlags,
  runCustomRules,
  withCustomRules,
} from '../custom-rules/run-custom-rule.js'
import { checkDigest, type DigestCheck, digestText, replayVerdicts } from './digest-check.js'
import { type LoadedRecordings, loadRecordings } from './load-recordings.js'
import { replayText } from './replay-text.js'
import { showStored } from './stored-verdicts.js'
import { splitMethods, usualMethods } from './methods-option.js'
import { DEMO_RECORDING } from '../paths.js'
import { markLine } from '../shell/format.js'
import { collect, valueMapOption, withJson } from '../shell/options.js'
import { printable } from '../shell/printing.js'
import { startProgress } from '../shell/progress.js'

interface ReplayFlags extends LogFlags, CustomRuleFlags {
  readonly demo?: true
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
  readonly first?: number
  readonly until?: string
}

const DEFAULT_SEEDS = 10

/** `cges replay`: what every method would have decided on existing samples. */
export function replayCommand(): Command {
  const command = new Command('replay')
    .description('run stopping rules on existing samples or logs; no model needed')
    .argument('[files...]', 'recordings or logs (see below)')
  return withMeasures(withCustomRules(withLogOptions(withJson(command))))
    .option('--demo', 'use the included 4,800 samples of a tiny real model')
    .option('--methods <list>', 'methods, separated by ; or ,; the log’s own or the usual ones unless given', collect)
    .option(
      '--until <goal>',
      'report where a run could have ended: accuracy=4 (points wide), "decided=sc@16;margin=1" or "best;margin=1"; at least 50 questions, or ;at-least=',
    )
    .option(
      '--budget <n>',
      `samples for methods that name no budget; as the data say or have, or ${DEFAULT_BUDGET}`,
      wholeTo(MAX_BUDGET),
    )
    .option(
      '--seeds <n>',
      `permutations of each question’s samples, the same for every method; ${DEFAULT_SEEDS} unless given, and none where the data tell their order`,
      wholeTo(10_000),
    )
    .addOption(new Option('--grades <by>', 'source of grades').choices(GRADES).default('reference'))
    .option('--confidence-map <map>', 'maps confidence into [0, 1], such as logistic:0,1', valueMapOption, IDENTITY)
    .option('--reward-map <map>', 'maps reward into [0, 1], such as logistic:0,1', valueMapOption, IDENTITY)
    .addOption(new Option('--dsc-ranking <from>', 'source of DSC’s order').choices(DSC_RANKINGS).default('given'))
    .option('--first <n>', 'use only the first n samples of each question', wholeTo(MAX_BUDGET))
    .option('--in-order', 'read samples once, in the order of the file')
    .option('--verdicts', 'print one verdict a line on the samples in file order, in place of tables')
    .addHelpText('after', FORMAT_HELP)
    .action(runReplay)
}

async function runReplay(given: string[], flags: ReplayFlags): Promise<void> {
  const files = filesOf(given, flags)
  for (const file of files)
    if (existsSync(file) && (await holdsVerdicts(diskFile(file)))) return showStored(file, files, flags)
  const log = await openLog(files, flags)
  const named = methodsOf(log, flags)
  const read = await loadRecordings(log, named ?? [], flags.first)
  const methods = named ?? usualMethods(read.recordings, flags.budget)
  const options = optionsOf(log, flags, methods)
  refuseUngraded(read, options)
  for (const warning of read.warnings) console.error(`warning: ${warning}`)
  const digest = digestOf(log, read, options)
  const { counts } = read
  const provenance = log.description?.provenance ?? null
  const source = { kind: log.rules.kind, provenance, reading: counts, digest }
  const lines = [...readingLines(counts, log.rules), ...(digest === null ? [] : [digestText(digest)])]
  // JSON includes the same.
  if (flags.json !== true || flags.verdicts === true) for (const line of lines) console.error(line)
  try {
    stopAtFault(log, counts, {
      anyway: flags.anyway === true,
      believesLog: flags.grades === 'recorded',
      isVerified: digest?.isVerified === true,
      hint: '--grades recorded uses the log’s own grades',
    })
  } catch (error) {
    if (flags.json === true && error instanceof Error)
      console.log(JSON.stringify({ ...source, stopped: error.message }, null, 2))
    throw error
  }
  if (flags.verdicts === true) {
    process.stdout.write(printable(replayVerdicts(methods, read.recordings, options).join('')))
    return
  }
  const custom = await runCustomRules(flags, read.recordings, options)
  const report = reportWithBar(methods, read.recordings, { ...options, custom })
  const mark = markLine(provenance)
  const text = [...(mark === null ? [] : [mark]), ...replayText(report)]
  console.log(flags.json === true ? JSON.stringify({ ...source, ...report }, null, 2) : text.join('\n'))
  if (report.methods.length === 0) process.exitCode = 1
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

function filesOf(given: readonly string[], { demo }: ReplayFlags): readonly string[] {
  if (demo === true) return [...given, DEMO_RECORDING]
  if (given.length > 0) return given
  throw new UsageError('name a file with samples, or use --demo for the included ones')
}

/** The methods requested, else those the data name; null if they name none. */
function methodsOf({ description }: OpenLog, { methods, budget }: ReplayFlags): MethodSpec[] | null {
  const described = description === null ? null : describedBudget(description)
  if (methods !== undefined) return splitMethods(methods, budget ?? described ?? DEFAULT_BUDGET)
  return description === null ? null : splitMethods([description.methods.join(';')], described ?? DEFAULT_BUDGET)
}

/** Data that record the order of their samples are replayed in it, unless permutations are requested. */
function optionsOf(
  { description }: OpenLog,
  flags: ReplayFlags,
  methods: readonly MethodSpec[],
): ReplayOptions & { readonly budget: number; readonly until?: UntilGoal } {
  const isOrdered = flags.inOrder === true || (description !== null && flags.seeds === undefined)
  const budget = flags.budget ?? (description === null ? DEFAULT_BUDGET : describedBudget(description))
  return {
    budget,
    seeds: isOrdered ? 1 : (flags.seeds ?? DEFAULT_SEEDS),
    grades: flags.grades,
    maps: { confidence: flags.confidenceMap, reward: flags.rewardMap },
    inOrder: isOrdered,
    dscRanking: flags.dscRanking,
    gammaGrid: flags.gammaGrid === true,
    sweep: flags.sweep === true,
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

const FORMAT_HELP = `${LOG_HELP}

A line of a recording:
  {"question_id":"q1","answer":"42","difficulty":0.3,"samples":[{"answer":"42","confidence":0.9},{"text":"… \\\\boxed{7}"}]}
of a question:
  answer       the reference answer; without it every sample needs correct
  difficulty   higher is harder; for --dsc-ranking given
of a sample:
  answer       the answer, null for none; without this field it is read from text
  logprobs     of the sampled tokens: every signal but mars, rm and those of self-certainty; with tokens also mars
  confidence   a number in [0, 1], or mapped by --confidence-map; used for every signal that the file lacks. Or an
               object with a number for each signal; self-certainty needs this, or top_logprobs in a log of Inspect
               or OpenAI's Batch API
  token_confidences  for deepconf: the mean negative log-probability of the 20 likeliest tokens at each token; logs of
               Inspect and OpenAI's Batch API need top_logprobs
  completion_tokens  number of tokens; the number of logprobs unless given
  reward       for rm: in [0, 1], or mapped by --reward-map
  status       completed, or truncated: cut at a limit, so it does not vote (--truncated-vote lets it); or
               finish_reason as model servers have it
  correct      the grade, for --grades recorded
${CUSTOM_RULE_HELP}
logistic:center,scale maps x to 1 / (1 + exp(−(x − center) / scale)).
  cges replay runs.jsonl.gz --methods "sc;esc:window=4;cges:confidence=lns-arith,gamma=0.99" --seeds 50`

function wholeTo(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isInteger(value) || value < 1 || value > most) {
      throw new InvalidArgumentError(`must be a whole number from 1 to ${most}`)
    }
    return value
  }
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
  const report = replayReport(methods, recordings, { ...options, onRun })
  bar.clear()
  return report
}
