import { existsSync } from 'node:fs'
import { printable } from '../../manners/printable.js'
import { describedBudget } from '@cges-fleet/formats'
import { DEFAULT_BUDGET, MAX_BUDGET, type MethodSpec } from '@cges-fleet/methods'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  DSC_RANKINGS,
  type DscRanking,
  GRADES,
  type Grades,
  gradesProblem,
  IDENTITY,
  type ReplayOptions,
  type ValueMap,
} from '@cges-fleet/replay'
import { LOG_HELP, type LogFlags, withLogOptions } from '../../logs/log-options.js'
import { type OpenLog, openLog } from '../../logs/open-log.js'
import { readingLines } from '../../logs/reading-lines.js'
import { holdsVerdicts } from '../../logs/log-format-of.js'
import { stopAtFault } from '../../logs/stop-at-fault.js'
import { withJson } from '../../manners/with-json.js'
import { markLine } from '../../report/provenance-mark.js'
import { DEMO_RECORDING } from '../../paths.js'
import { UsageError } from '../../usage-error.js'
import { collect } from '../../collect.js'
import { valueMapOption } from '../../value-map-option.js'
import { OWN_RULE_HELP, withOwnRules } from '../own/own-rule-options.js'
import { type OwnRuleFlags, runOwnRules } from '../own/run-own-rules.js'
import { checkDigest, type DigestCheck, digestText } from './check-digest.js'
import { loadRecordings, type LoadedRecordings } from './load-recordings.js'
import { showStored } from './show-stored.js'
import { withMeasures } from './measure-options.js'
import { replayText } from './replay-text.js'
import { reportWithBar } from './report-with-bar.js'
import { replayVerdicts } from './replay-verdicts.js'
import { splitMethods } from './split-methods.js'
import { usualMethods } from './usual-methods.js'

interface ReplayFlags extends LogFlags, OwnRuleFlags {
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
}

const DEFAULT_SEEDS = 10

/** `cges replay`: what every method would have decided on existing samples. */
export function replayCommand(): Command {
  const command = new Command('replay')
    .description('run methods on samples you have, recordings or other programs’ logs, without fleet or model')
    .argument('[files...]', 'recordings, or logs: see below')
  return withMeasures(withOwnRules(withLogOptions(withJson(command))))
    .option('--demo', 'instead of files: 4,800 samples of a tiny real model, which come along')
    .option(
      '--methods <list>',
      'methods, separated by ; or , (may be given again); as the data say, or the usual ones, unless given',
      collect,
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
    .addOption(new Option('--grades <by>', 'by what answers are graded').choices(GRADES).default('reference'))
    .option('--confidence-map <map>', 'how confidence becomes a number in [0, 1]', valueMapOption, IDENTITY)
    .option('--reward-map <map>', 'how reward does, such as logistic:0,1', valueMapOption, IDENTITY)
    .addOption(
      new Option('--dsc-ranking <from>', 'where DSC’s order comes from').choices(DSC_RANKINGS).default('given'),
    )
    .option('--first <n>', 'use only the first n samples of each question', wholeTo(MAX_BUDGET))
    .option('--in-order', 'take the samples as they stand in the file, once')
    .option('--verdicts', 'print the verdicts on the samples as they stand, one line each, instead of tables')
    .addHelpText('after', FORMAT_HELP)
    .action(runReplay)
}

async function runReplay(given: string[], flags: ReplayFlags): Promise<void> {
  const files = filesOf(given, flags)
  for (const file of files) if (existsSync(file) && (await holdsVerdicts(file))) return showStored(file, files, flags)
  const log = await openLog(files, flags)
  const named = methodsOf(log, flags)
  const read = await loadRecordings(log, named ?? [], flags.first)
  const ungraded = gradesProblem(read.recordings, flags.grades)
  if (ungraded !== null) throw new UsageError(ungraded)
  const methods = named ?? usualMethods(read.recordings, flags.budget)
  for (const warning of read.warnings) console.error(`warning: ${warning}`)
  const options = optionsOf(log, flags)
  const digest = digestOf(log, read, options)
  const { figures } = read
  const provenance = log.description?.provenance ?? null
  const told = { kind: log.rules.kind, provenance, reading: figures, digest }
  const lines = [...readingLines(figures, log.rules), ...(digest === null ? [] : [digestText(digest)])]
  // JSON includes the same.
  if (flags.json !== true || flags.verdicts === true) for (const line of lines) console.error(line)
  try {
    stopAtFault(log, figures, {
      anyway: flags.anyway === true,
      believesLog: flags.grades === 'recorded',
      isVerified: digest?.isVerified === true,
      hint: '--grades recorded believes the log’s own grades',
    })
  } catch (error) {
    if (flags.json === true && error instanceof Error)
      console.log(JSON.stringify({ ...told, stopped: error.message }, null, 2))
    throw error
  }
  if (flags.verdicts === true) {
    process.stdout.write(printable(replayVerdicts(methods, read.recordings, options).join('')))
    return
  }
  const own = await runOwnRules(flags, read.recordings, options)
  const report = reportWithBar(methods, read.recordings, { ...options, own })
  const mark = markLine(provenance)
  const text = [...(mark === null ? [] : [mark]), ...replayText(report)]
  console.log(flags.json === true ? JSON.stringify({ ...told, ...report }, null, 2) : text.join('\n'))
  if (report.methods.length === 0) process.exitCode = 1
}

function filesOf(given: readonly string[], { demo }: ReplayFlags): readonly string[] {
  if (demo === true) return [...given, DEMO_RECORDING]
  if (given.length > 0) return given
  throw new UsageError('name a file with samples, or give --demo for some that come along')
}

/** The methods requested, else those the data name; null if they name none. */
function methodsOf({ description }: OpenLog, { methods, budget }: ReplayFlags): MethodSpec[] | null {
  const described = description === null ? null : describedBudget(description)
  if (methods !== undefined) return splitMethods(methods, budget ?? described ?? DEFAULT_BUDGET)
  return description === null ? null : splitMethods([description.methods.join(';')], described ?? DEFAULT_BUDGET)
}

/** Data that record the order of their samples are replayed in it, unless permutations are requested. */
function optionsOf({ description }: OpenLog, flags: ReplayFlags): ReplayOptions & { readonly budget: number } {
  const isOrdered = flags.inOrder === true || (description !== null && flags.seeds === undefined)
  return {
    budget: flags.budget ?? (description === null ? DEFAULT_BUDGET : describedBudget(description)),
    seeds: isOrdered ? 1 : (flags.seeds ?? DEFAULT_SEEDS),
    grades: flags.grades,
    maps: { confidence: flags.confidenceMap, reward: flags.rewardMap },
    inOrder: isOrdered,
    dscRanking: flags.dscRanking,
    gammaGrid: flags.gammaGrid === true,
    sweep: flags.sweep === true,
    ...(flags.coverage === undefined ? {} : { coverage: { promise: flags.coverage === true ? null : flags.coverage } }),
    ...(description === null ? {} : { drawnFor: new Set(description.methods), evaluationSeed: description.seed }),
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
  answer       as given, null where there is none; else it is read from text
  logprobs     of the sampled tokens: every signal but mars, rm and those of self-certainty; with tokens also mars
  confidence   a number in [0, 1], or else mapped by --confidence-map; it stands for whatever signal a method names
               that the file does not otherwise have. Or an object with a number for each signal: those of
               self-certainty, which logs of Inspect and OpenAI's Batch API have from top_logprobs, come in no other way
  token_confidences  for deepconf: of every token, the mean negative log-probability of the likeliest 20; logs of Inspect and
               OpenAI's Batch API need top_logprobs instead
  completion_tokens  how many there are, for the column of tokens; else as many as logprobs
  reward       for rm: in [0, 1], or else mapped by --reward-map
  status       completed, or truncated: cut at a limit, so that it casts no vote (--truncated-vote lets it); or
               finish_reason as model servers have it
  correct      the grade, for --grades recorded
${OWN_RULE_HELP}
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
