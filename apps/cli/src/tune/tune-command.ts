import { counted, countedOf, inNumber } from '@cges-fleet/core'
import { ConfidenceSignal, DEFAULT_BUDGET, didYouMean, MAX_BUDGET } from '@cges-fleet/methods'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  GRADES,
  IDENTITY,
  labelledParts,
  partsOf,
  type Recording,
  type TunedSignal,
  tunedSpec,
  tuneSignal,
  type ValueMap,
} from '@cges-fleet/replay'
import type { ApiClient } from '../api-client.js'
import { LOG_HELP, withLogOptions } from '../logs/log-options.js'
import { printResult } from '../manners/print-result.js'
import { withApi } from '../manners/with-api.js'
import { withJson } from '../manners/with-json.js'
import { startProgress } from '../report/start-progress.js'
import { markLine } from '../report/provenance-mark.js'
import { UsageError } from '../usage-error.js'
import { valueMapOption } from '../value-map-option.js'
import { labelledQuestions, type LabelFlags } from './labelled-questions.js'
import { tuneText } from './tune-text.js'

interface TuneFlags extends LabelFlags {
  readonly slice: number
  readonly budget: number
  readonly seed: number
  readonly calls?: number
  readonly signal: ConfidenceSignal[]
  readonly confidenceMap: ValueMap
  readonly rewardMap: ValueMap
  readonly json?: boolean
}

/** `cges tune`: whether CGES will help here, and with which γ, before paying for a whole benchmark. */
export function tuneCommand(apiOf: (flags: { readonly api?: string }) => ApiClient): Command {
  return withLogOptions(
    withApi(
      withJson(new Command('tune'))
        .description('choose γ on a labelled slice of recorded samples, and check it on the rest')
        .argument('<files...>', 'recordings or logs, as for replay; or the id of a stored evaluation'),
    ),
  )
    .option('--slice <n>', 'questions to choose on; the others check', whole(1, 1_000_000), 100)
    .option('--budget <n>', 'samples a question', whole(1, MAX_BUDGET), DEFAULT_BUDGET)
    .option('--seed <n>', 'of the slice', whole(0, 2 ** 31), 0)
    .option(
      '--calls <n>',
      'calls a question at which a recalibration must win; those of γ without it unless given',
      callsOf,
    )
    .option('--signal <signal>', 'a confidence signal (may be given again); all the file has unless given', signal, [])
    .addOption(new Option('--grades <by>', 'by what answers are graded').choices(GRADES).default('reference'))
    .option('--confidence-map <map>', 'how confidence becomes a number in [0, 1]', valueMapOption, IDENTITY)
    .option('--reward-map <map>', 'how reward does, such as logistic:0,1', valueMapOption, IDENTITY)
    .addHelpText('after', LOG_HELP)
    .action((files: string[], flags: TuneFlags) => runTune(files, flags, apiOf))
}

async function runTune(
  files: readonly string[],
  flags: TuneFlags,
  apiOf: (flags: { readonly api?: string }) => ApiClient,
): Promise<void> {
  const { recordings, grades, name, provenance } = await labelledQuestions(files, flags, apiOf)
  if (recordings.length <= flags.slice) {
    throw new UsageError(
      `${counted(recordings.length, 'question')} ${inNumber(recordings.length, 'leaves', 'leave')} none to check on after a slice of ${flags.slice}: set --slice lower`,
    )
  }
  const { tuned, reasons } = tune(recordings, { ...flags, grades })
  if (tuned.length === 0) throw new UsageError(`no signal can be read:\n${reasons.join('\n')}`)
  const of = { questions: recordings.length, slice: flags.slice, seed: flags.seed, budget: flags.budget }
  const json = { ...(name === null ? {} : { evaluation: name }), provenance, ...of, signals: tuned }
  printResult(flags, json, () => [
    ...[name, markLine(provenance)].filter((line) => line !== null),
    `γ chosen on ${countedOf(flags.slice, recordings.length, 'question')} (seed ${flags.seed}), checked on the other ${recordings.length - flags.slice}`,
    ...tuned.flatMap((each) => tuneText(each, flags.budget)),
  ])
}

/** Tunes every signal on the same slice, drawn by the seed. */
function tune(recordings: readonly Recording[], flags: TuneFlags): { tuned: TunedSignal[]; reasons: string[] } {
  const parts = partsOf(recordings, flags)
  const maps = { confidence: flags.confidenceMap, reward: flags.rewardMap }
  const reasons: string[] = []
  const signals = flags.signal.length > 0 ? flags.signal : ConfidenceSignal.options
  const bar = startProgress('tuning')
  bar.show({ done: 0, total: signals.length, what: 'signals' })
  const tuned = signals.flatMap((confidence, place) => {
    const spec = tunedSpec(confidence, flags.budget)
    const found = labelledParts(spec, parts, maps)
    if (!found.ok) {
      reasons.push(`${confidence}: ${found.reason}`)
      return []
    }
    const { slice, rest, source } = found
    // A plain confidence stands in for any signal: if none is named it is tuned once, not for all of them.
    if (flags.signal.length === 0 && source !== confidence && confidence !== 'lns-arith') return []
    const onShare = (share: number) =>
      bar.show({ done: place + share, total: signals.length, count: place, what: 'signals' })
    const { random } = parts
    return [tuneSignal({ spec, slice, rest, grades: flags.grades, random, calls: flags.calls, onShare })]
  })
  bar.clear()
  return { tuned, reasons }
}

function callsOf(text: string): number {
  const calls = Number(text)
  if (text.trim() === '' || !(calls >= 1 && calls <= MAX_BUDGET)) {
    throw new InvalidArgumentError(`must be a number from 1 to ${MAX_BUDGET}`)
  }
  return calls
}

function signal(text: string, all: ConfidenceSignal[]): ConfidenceSignal[] {
  const parsed = ConfidenceSignal.safeParse(text)
  if (!parsed.success)
    throw new InvalidArgumentError(
      `one of ${ConfidenceSignal.options.join(', ')}${didYouMean(text, ConfidenceSignal.options)}`,
    )
  return [...all, parsed.data]
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`must be a whole number from ${least} to ${most}`)
    }
    return value
  }
}
