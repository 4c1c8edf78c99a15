import { counted, countedOf, gammaVerdictWords, inNumber } from '@cges-fleet/core'
import { ConfidenceSignal, DEFAULT_BUDGET, didYouMean, MAX_BUDGET } from '@cges-fleet/methods'
import {
  FIXED_GAMMA,
  type GammaCheck,
  GRADES,
  judgedCheck,
  labelledParts,
  partsOf,
  type Recording,
  tunedAdvice,
  tunedMethod,
  type TunedSignal,
  tunedSpec,
  tuneSignal,
  type TunedTemperature,
  tuneTemperature,
  type ValueMap,
} from '@cges-fleet/replay'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { LOG_HELP, withLogOptions } from '../logs/log-options.js'
import { logBudget } from '../replay/methods-option.js'
import { markLine, percent } from '../shell/format.js'
import { mapOption, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { startProgress } from '../shell/progress.js'
import { type LabelFlags, labelledQuestions } from './history.js'

interface TuneFlags extends LabelFlags {
  readonly slice: number
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
        .argument('<files...>', 'recordings or logs as for replay, or the id of an evaluation'),
    ),
  )
    .option('--slice <n>', 'questions to choose on; the rest checks', whole(1, 1_000_000), 100)
    .option(
      '--budget <n>',
      `samples a question; unless given, as many as every question has, ${DEFAULT_BUDGET} at most`,
      whole(1, MAX_BUDGET),
    )
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
  const budget = logBudget(recordings, flags.budget)
  const { tuned, reasons } = tune(recordings, { ...flags, grades, budget })
  if (tuned.length === 0) throw new UsageError(`no signal can be read:\n${reasons.join('\n')}`)
  const of = { questions: recordings.length, slice: flags.slice, seed: flags.seed, budget }
  const json = { ...(name === null ? {} : { evaluation: name }), provenance, ...of, signals: tuned }
  printResult(flags, json, () => [
    ...[name, markLine(provenance)].filter((line) => line !== null),
    `γ chosen on ${countedOf(flags.slice, recordings.length, 'question')} (seed ${flags.seed}), checked on the other ${recordings.length - flags.slice}`,
    ...tuned.flatMap((each) => [...tuneText(each, budget), ciscText(each, budget)]),
  ])
}

/** What a signal is worth to CGES, and the temperature by which CISC weighs votes by it. */
interface Tuned extends TunedSignal {
  readonly cisc: TunedTemperature
}

/** Tunes every signal on the same slice, drawn by the seed. */
function tune(
  recordings: readonly Recording[],
  flags: TuneFlags & { readonly budget: number },
): { tuned: Tuned[]; reasons: string[] } {
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
    const { grades, budget, calls } = flags
    const forCges = tuneSignal({ spec, slice, rest, grades, random, calls, onShare })
    return [{ ...forCges, cisc: tuneTemperature({ confidence, budget, slice, rest, grades, random }) }]
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

/** Formats for one signal whether CGES will help, with which γ, and how that holds up on the remaining questions. */
export function tuneText(tuned: TunedSignal, budget: number): string[] {
  const { signal, slice, quality, drift, warning, chosen, gammaInterval, checks } = tuned
  const gains = drift.positive === null ? '—' : percent(drift.positive)
  return [
    '',
    `${signal}: ${adviceOf(tuned, budget)}`,
    `  signal   median ${number(quality.median)} · ECE ${number(quality.ece10)} · AUC ${number(quality.auc)} · Brier ${number(quality.brier)}`,
    `  drift    μ̂ ${number(quality.muHat)} · standardised ${number(quality.standardisedDrift)} · the right answer gains on all others on ${gains} of ${counted(drift.questions - drift.unseen, 'question')}`,
    ...(warning === null ? [] : [`  warning  ${warning}`]),
    ...(slice === 'all right'
      ? ['  slice    SC and every γ are right on the whole slice, so only calls differ there']
      : []),
    ...mapText(tuned),
    ...(chosen === null || gammaInterval === null
      ? []
      : [
          `  γ        ${chosen.gamma} [${gammaInterval.low}, ${gammaInterval.high}], chosen on the labels of the slice, so its accuracy there is optimistic`,
        ]),
    ...checks.map((check) => `  ${checkText(check, budget)}`),
  ]
}

/** Formats whether recalibrating the signal helps, and how to write a method that does so. */
function mapText(tuned: TunedSignal): string[] {
  const { recalibration } = tuned
  if (recalibration === null) return ['  map      none: a map needs both right and wrong samples']
  const { map, adopted, calls, accuracy, plain } = recalibration
  const compared = `in 5-fold cross-validation ${percent(accuracy)} with it and ${percent(plain)} without, at ${calls.toFixed(2)} calls`
  if (!adopted) return [`  map      ${map.join(';')} was not used: ${compared}`]
  return [`  map      used: ${compared}; the figures below include it: ${tunedMethod(tuned)}`]
}

/** Formats the temperature for CISC, and how its vote does on the remaining questions. */
function ciscText({ signal, cisc: { temperature, area, plainArea, rest } }: Tuned, budget: number): string {
  const { accuracy, plainAccuracy, scAccuracy, difference } = rest
  const interval = difference === null ? '' : ` [${points(difference.low)}, ${points(difference.high)}]`
  const plain = temperature === 1 ? '' : ` (T = 1: ${percent(plainArea)} and ${percent(plainAccuracy)})`
  return `  CISC     T ${temperature}: right in ${percent(area)} over 1 to ${budget} samples on the slice; on the rest ${percent(accuracy)} of ${budget} against SC’s ${percent(scAccuracy)}, ${points(accuracy - scAccuracy)}${interval} points${plain}: cisc:confidence=${signal},temperature=${temperature}`
}

function checkText(check: GammaCheck, budget: number): string {
  const { gamma, questions, accuracy, scAccuracy, difference, calls, tokens, p } = check
  const interval = difference === null ? '' : ` [${points(difference.low)}, ${points(difference.high)}]`
  const saved = percent(1 - calls / budget)
  const fixed = gamma === FIXED_GAMMA ? ' (fixed)' : ''
  return `the rest γ ${gamma}${fixed}: ${judgedCheck(check)}: ${percent(accuracy)} against SC’s ${percent(scAccuracy)}, ${points(accuracy - scAccuracy)}${interval} points, p ${p.toPrecision(2)}, ${counted(questions, 'question')}; ${calls.toFixed(2)} calls of ${budget}, ${saved} saved${tokens === null ? '' : `; ${counted(Math.round(tokens), 'token')}`}`
}

/** If every answer in a log is wrong, the advice is mostly about how to read it. */
function adviceOf(tuned: TunedSignal, budget: number): string {
  const { verdict } = tunedAdvice(tuned, budget)
  const words = gammaVerdictWords(verdict)
  return verdict.kind === 'all_wrong' ? `${words} Check --kind, --answers and the reference answers.` : words
}

function number(value: number | null): string {
  return value?.toFixed(3) ?? '—'
}

function points(share: number): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)}`
}
