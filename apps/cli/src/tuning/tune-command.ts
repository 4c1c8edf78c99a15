import { counted, countedOf, inNumber } from '@cges-fleet/core'
import { ConfidenceSignal, didYouMean, MAX_BUDGET } from '@cges-fleet/methods'
import {
  GRADES,
  type Labelled,
  labelledParts,
  partsOf,
  type Recording,
  tunedMethod,
  tunedSpec,
  tuneSignal,
  tuneTemperature,
  usualSlice,
  type ValueMap,
} from '@cges-fleet/replay'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { LOG_HELP, withLogOptions } from '../logs/log-options.js'
import { DEMO_OPTION, type DemoFlag, sampleFiles } from '../logs/sample-files.js'
import { storedId } from '../evaluations/stored-evaluations.js'
import { logBudget } from '../replay/methods-option.js'
import { againAs, againWith, quoted } from '../shell/again.js'
import { markLine } from '../shell/format.js'
import { mapOption, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { startProgress } from '../shell/progress.js'
import { type LabelFlags, labelledQuestions } from './history.js'
import { bestSignal, bestTuned, ciscText, fittedText, type Tuned, tuneText } from './tune-text.js'

interface TuneFlags extends LabelFlags, DemoFlag {
  readonly slice?: number
  readonly budget?: number
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
        .description('choose γ and CISC’s temperature on a labelled slice of samples; check both on the rest')
        .argument('[files...]', 'recordings or logs as for replay, or the id of an evaluation'),
    ),
  )
    .option(...DEMO_OPTION)
    .option(
      '--slice <n>',
      'questions to choose on; the rest checks. Unless given 100, or half of fewer than 200',
      whole(1, 1_000_000),
    )
    .option('--budget <n>', 'samples a question; unless given, as many as every question has', whole(1, MAX_BUDGET))
    .option('--first <n>', 'use only the first n samples of each question', whole(1, MAX_BUDGET))
    .option('--seed <n>', 'seed of the slice', whole(0, 2 ** 31), 0)
    .option('--calls <n>', 'calls per question at which a recalibration must win; those of γ unless given', callsOf)
    .option('--signal <signal>', 'confidence signal; repeat for several; all in the file unless given', signal, [])
    .addOption(new Option('--grades <by>', 'source of grades').choices(GRADES).default('reference'))
    .addOption(mapOption('confidence'))
    .addOption(mapOption('reward'))
    .addHelpText('after', LOG_HELP)
    .action((files: string[], flags: TuneFlags) => runTune(files, flags, apiOf))
}

async function runTune(
  given: readonly string[],
  flags: TuneFlags,
  apiOf: (flags: { readonly api?: string }) => ApiClient,
): Promise<void> {
  const files = sampleFiles(given, flags)
  const { recordings, grades, name, provenance } = await labelledQuestions(files, flags, apiOf)
  const slice = sliceOf(recordings, flags)
  const budget = logBudget(recordings, flags.budget)
  const { tuned, refused } = tune(recordings, { ...flags, slice, grades, budget })
  if (tuned.length === 0) throw new UsageError(unreadable(files, flags, refused))
  const of = { questions: recordings.length, slice, seed: flags.seed, budget }
  const json = { ...(name === null ? {} : { evaluation: name }), provenance, ...of, signals: tuned }
  printResult(flags, json, () => [
    ...[name, markLine(provenance)].filter((line) => line !== null),
    `γ chosen on ${countedOf(slice, recordings.length, 'question')} (seed ${flags.seed}), checked on the other ${recordings.length - slice}`,
    'samples are taken in the order of the file; replay averages random orders unless --in-order',
    ...[
      ...bestSignal(tuned, budget),
      ...fittedText(tuned),
      ...tuned.flatMap((each) =>
        each.sameAs === undefined
          ? [...tuneText(each, budget), ciscText(each, budget)]
          : ['', `${each.signal}: the same as ${each.sameAs} on these samples`],
      ),
    ].map((line) => asMapped(line, tuned)),
    ...(storedId(files) === null ? replayLines(tuned, of) : []),
  ])
}

/** Calls the file's own confidence what a replay's tables call it, whatever signal it stands in for. */
function asMapped(line: string, tuned: readonly Tuned[]): string {
  const signals = tuned.flatMap((each) => (each.isMapped ? [each.signal] : []))
  return signals.reduce((text, each) => text.replaceAll(each, 'mapped'), line)
}

/** Options of this command that `cges replay` has not, or that change what is printed. */
export const TUNE_ALONE = {
  valued: ['--slice', '--seed', '--calls', '--signal', '--api', '--json-file'],
  bare: ['--json'],
}

/** Formats the command that gives the row of the recommended method again. */
function replayLines(
  tuned: readonly Tuned[],
  { slice, seed, budget }: { readonly slice: number; readonly seed: number; readonly budget: number },
): string[] {
  const best = bestTuned(tuned)
  if (best === undefined) return []
  const methods = quoted(asMapped(`sc@${budget};${tunedMethod(best)}@${budget}`, [best]))
  const rest = `--without-slice ${slice}${seed === 0 ? '' : `/${seed}`} --in-order`
  const map = best.fitted === null ? [] : [best.fitted]
  return [
    '',
    `to see the first row of ${asMapped(best.signal, [best])} again, on the rest:`,
    `  ${againAs('replay', TUNE_ALONE, `--methods ${methods}`, ...map, rest)}`,
  ]
}

/** How many recordings the slice has: whole questions, at most as many as are wanted. */
function sliceOf(recordings: readonly Recording[], { slice = usualSlice(recordings.length), seed }: TuneFlags): number {
  const { length } = recordings
  const parts = partsOf(recordings, { slice, seed })
  if (slice > 0 && length > slice && parts.rest.length > 0) return parts.slice.length
  if (slice === 0)
    throw new UsageError(
      'γ is chosen on one half of the questions and checked on the other: 2 questions or more are needed',
    )
  throw new UsageError(
    `${counted(length, 'question')} ${inNumber(length, 'leaves', 'leave')} none to check on after a slice of ${slice}: set --slice lower`,
  )
}

/** Why a signal cannot be tuned, and options with which it can. */
interface Refused {
  readonly signal: ConfidenceSignal
  readonly reason: string
  readonly remedy?: readonly string[] | undefined
}

/** Tunes every signal on the same slice, drawn by the seed. */
function tune(
  recordings: readonly Recording[],
  flags: TuneFlags & { readonly budget: number; readonly slice: number },
): { tuned: Tuned[]; refused: Refused[] } {
  const parts = partsOf(recordings, flags)
  const maps = { confidence: flags.confidenceMap, reward: flags.rewardMap }
  const refused: Refused[] = []
  const known = new Map<string, Tuned>()
  const signals = flags.signal.length > 0 ? flags.signal : ConfidenceSignal.options
  const bar = startProgress('tuning')
  bar.show({ done: 0, total: signals.length, what: 'signals' })
  const tuned = signals.flatMap((confidence, place) => {
    const spec = tunedSpec(confidence, flags.budget)
    const found = labelledParts(spec, parts, { ...maps, grades: flags.grades })
    if (!found.ok) {
      refused.push({ signal: confidence, reason: found.reason, remedy: found.remedy })
      return []
    }
    const { slice, rest, source, fitted } = found
    // A plain confidence stands in for any signal: if none is named it is tuned once, not for all of them.
    if (flags.signal.length === 0 && source === 'confidence' && confidence !== 'lns-arith') return []
    const values = JSON.stringify([slice, rest].map(({ pools }) => valuesOf(pools, confidence)))
    const same = known.get(values)
    if (same !== undefined) return [{ ...same, signal: confidence, sameAs: same.signal }]
    const onShare = (share: number) =>
      bar.show({ done: place + share, total: signals.length, count: place, what: 'signals' })
    const { random } = parts
    const { grades, budget, calls } = flags
    const forCges = tuneSignal({ spec, slice, rest, grades, random, calls, onShare })
    const cisc = tuneTemperature({ confidence, budget, slice, rest, grades, random })
    const both = { ...forCges, fitted, isMapped: source === 'confidence', cisc }
    known.set(values, both)
    return [both]
  })
  bar.clear()
  return { tuned, refused }
}

function valuesOf(pools: Labelled['pools'], signal: ConfidenceSignal): unknown {
  return pools.map((votes) => votes.map(({ confidences }) => confidences[signal] ?? null))
}

/** Says why nothing can be tuned, and what can be done with these samples. */
function unreadable(files: readonly string[], { signal: wanted }: TuneFlags, refused: readonly Refused[]): string {
  const shown = refused.filter(({ remedy }) => wanted.length > 0 || remedy !== undefined)
  const remedies = new Set(shown.flatMap(({ remedy }) => remedy ?? []))
  return [
    remedies.size > 0
      ? 'nothing to tune: the values that γ would be chosen for are not in [0, 1]'
      : 'nothing to tune: cges tune chooses γ for CGES, which needs log-probabilities, a confidence or a reward with every answer',
    ...shown.map(({ signal: each, reason }) => `  ${each}: ${reason}`),
    ...(remedies.size === 0 ? [] : [`  to tune it: ${againWith(...remedies)}`]),
    ...(storedId(files) === null
      ? [
          `  methods that need none, and their best thresholds: cges replay ${files.map(quoted).join(' ')} --methods "sc;esc;asc-beta" --sweep`,
        ]
      : []),
  ].join('\n')
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
