import { counted, countedOf, type Provenance } from '@cges-fleet/core'
import {
  ConfidenceSignal,
  type Gate,
  type GateParameters,
  type GradedAnswer,
  type LabelledGate,
  learnGate,
  learnLabelledGate,
  seededRandom,
  type Taken,
  takenBy,
  type Vote,
} from '@cges-fleet/methods'
import { GRADES, isRight, type RecordedSample, type ValueMap, type ValueMaps, votesFor } from '@cges-fleet/replay'
import { wilsonInterval } from '@cges-fleet/statistics'
import { Command, Option } from 'commander'
import { UsageError } from '../errors.js'
import { LOG_HELP, withLogOptions } from '../logs/log-options.js'
import { markLine, percent } from '../shell/format.js'
import { mapOption, wholeFrom, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import {
  type ApiOf,
  historyOf,
  type LabelFlags,
  type LabelledQuestions,
  labelledQuestions,
  learnedFrom,
  learning,
  shareOption,
  storedIds,
} from './history.js'

/** `cges gate`: how sure first answers to earlier questions were, as the rule `reasc` reads it. */
export function gateCommand(apiOf: ApiOf): Command {
  return withLogOptions(
    withApi(
      withJson(new Command('gate'))
        .description('find when the rule reasc may trust a first answer; --labels also uses labels')
        .argument('<sources...>', 'ids of your team’s evaluations, or recordings or logs as for replay'),
    ),
  )
    .addOption(
      new Option('--confidence <signal>', 'confidence signal').choices(ConfidenceSignal.options).makeOptionMandatory(),
    )
    .option(
      '--target <share>',
      'probability that an answer accepted without further samples is right',
      shareOption,
      0.9,
    )
    .addOption(
      new Option('--labels [n]', 'choose the gate by the labels of this many questions; check it on the rest')
        .preset('128')
        .argParser(wholeFrom(1)),
    )
    .option('--seed <n>', 'seed of the questions whose labels are read', wholeFrom(0), 0)
    .addOption(new Option('--grades <by>', 'source of grades, with --labels').choices(GRADES).default('reference'))
    .addOption(mapOption('confidence'))
    .addOption(mapOption('reward'))
    .addHelpText('after', LOG_HELP)
    .action((sources: string[], flags: GateFlags) =>
      flags.labels === undefined
        ? learnBlind(sources, flags, apiOf)
        : learnFromLabels(sources, { ...flags, labels: flags.labels }, apiOf),
    )
}

async function learnBlind(sources: readonly string[], flags: GateFlags, apiOf: ApiOf): Promise<void> {
  const { confidence, target, confidenceMap, rewardMap } = flags
  const history = await historyOf(sources, flags, apiOf)
  const maps = { confidence: confidenceMap, reward: rewardMap }
  const first = firstAnswers(history.questions, confidence, maps).flatMap((each) => each?.confidence ?? [])
  const learned = learning(() => learnGate(first, target))
  const method = methodOf(learned, confidence)
  const of = { questions: history.questions.length, first: first.length, models: history.models }
  printResult(flags, { ...of, ...learned, method }, () => [...learnedFrom(history), ...saidOf(learned, target), method])
}

async function learnFromLabels(
  sources: readonly string[],
  flags: GateFlags & { readonly labels: number },
  apiOf: ApiOf,
): Promise<void> {
  const learned = await gateOnLabels(sources, flags, apiOf)
  const method = methodOf(learned, flags.confidence)
  printResult(flags, { ...learned, method }, () => [...labelledLines(learned), method])
}

function methodOf({ gate, mean, spread }: GateParameters, confidence: ConfidenceSignal): string {
  return `reasc:confidence=${confidence},gate=${gate},mean=${mean},spread=${spread}`
}

function saidOf({ taken, parts: [low, high], isApart }: Gate, target: number): string[] {
  const group = ({ weight, mean }: typeof high) => `${percent(weight)} around ${mean.toFixed(3)}`
  return [
    `first answers form two groups by confidence: ${group(low)} and ${group(high)}`,
    `the gate accepts ${percent(taken)} of first answers without further samples; each is right with probability ${percent(target)} or more`,
    ...(isApart
      ? []
      : ['warning: a single group fits as well, so this confidence may not separate right from wrong answers']),
  ]
}

/** A gate learned from labels, and what it takes of the questions that it did not learn from. */
export interface GateOnLabels extends LabelledGate {
  readonly questions: number
  readonly models: readonly string[]
  readonly provenance: Provenance | null
  /** Questions whose labels were read to learn it. */
  readonly labels: number
  readonly seed: number
  /** Null if no question is left to check on. */
  readonly check: Taken | null
}

/** Calibrates `reasc` on the labels of some questions, drawn by the seed, and checks it on the others. */
export async function gateOnLabels(
  sources: readonly string[],
  flags: GateFlags & { readonly labels: number },
  apiOf: ApiOf,
): Promise<GateOnLabels> {
  const all = await gradedQuestions(sources, flags, apiOf)
  const ordered = seededRandom(`gate ${flags.seed}`).shuffle(all.flatMap((part) => gradedFirst(part, flags)))
  const given = (questions: typeof ordered) => questions.filter((each) => each !== null)
  const [slice, rest] = [ordered.slice(0, flags.labels), ordered.slice(flags.labels)]
  const learned = learning(() => learnLabelledGate(given(slice), flags.target))
  return {
    questions: ordered.length,
    models: [...new Set(all.flatMap(({ models }) => models))],
    provenance: all.find(({ provenance }) => markLine(provenance) !== null)?.provenance ?? all[0]?.provenance ?? null,
    labels: slice.length,
    seed: flags.seed,
    ...learned,
    check: rest.length === 0 ? null : takenBy(learned.gate, given(rest)),
  }
}

async function gradedQuestions(
  sources: readonly string[],
  flags: LabelFlags,
  apiOf: ApiOf,
): Promise<LabelledQuestions[]> {
  const ids = storedIds(sources)
  if (ids.length === 0) return [await labelledQuestions(sources, flags, apiOf)]
  const parts: LabelledQuestions[] = []
  for (const id of ids) parts.push(await labelledQuestions([id], flags, apiOf))
  return parts
}

function gradedFirst({ recordings, grades }: LabelledQuestions, flags: GateFlags): (GradedAnswer | null)[] {
  const maps: ValueMaps = { confidence: flags.confidenceMap, reward: flags.rewardMap }
  const first = firstAnswers(
    recordings.map(({ samples }) => samples),
    flags.confidence,
    maps,
  )
  return recordings.map((recording, at) => {
    const found = first[at] ?? null
    return found && { confidence: found.confidence, isRight: isRight(recording, found.answer, grades) }
  })
}

/** Formats for people what was learned from labels, and what that is worth. */
export function labelledLines({
  questions,
  models,
  labels,
  seed,
  onLabels,
  check,
  provenance,
}: GateOnLabels): string[] {
  const several = models.length > 1 ? [`warning: these samples come from several models: ${models.join(', ')}`] : []
  const mark = markLine(provenance)
  return [
    ...(mark === null ? [] : [mark]),
    `learned from the labels of ${countedOf(labels, questions, 'question')} (seed ${seed}); use it on other questions with the same model`,
    ...several,
    `on these questions the gate accepts ${takenLine(onLabels)} (optimistic: it was chosen on their labels)`,
    check === null
      ? 'no question is left to check the gate on: lower --labels'
      : `on the other ${counted(questions - labels, 'question')} it accepts ${takenLine(check)}`,
  ]
}

function takenLine({ answers, taken, right }: Taken): string {
  if (taken === 0) return `none of ${counted(answers, 'first answer')}`
  const { low, high } = wilsonInterval(right, taken)
  const accuracy = `${percent(right / taken)} [${percent(low)}, ${percent(high)}]`
  return `${percent(taken / answers)} of ${counted(answers, 'first answer')} without further samples; ${accuracy} of those are right`
}

/** The options of `cges gate`. */
export interface GateFlags extends LabelFlags {
  readonly confidence: ConfidenceSignal
  readonly target: number
  /** How many questions' labels it may read; none unless given. */
  readonly labels?: number
  readonly seed: number
  readonly confidenceMap: ValueMap
  readonly rewardMap: ValueMap
  readonly json?: boolean
}

/** A question's first answer and its confidence; null if it has no answer. */
export type FirstAnswer = { readonly answer: string; readonly confidence: number } | null

/** How sure the first answer to each question was, question by question. */
export function firstAnswers(
  questions: readonly (readonly RecordedSample[])[],
  signal: ConfidenceSignal,
  maps: ValueMaps,
): FirstAnswer[] {
  const recordings = questions.map((samples, at) => {
    return { id: `${at}`, replicate: 0, truth: null, difficulty: null, samples }
  })
  const spec = { method: 'cisc', confidence: signal, temperature: 1, budget: 1 } as const
  const found = votesFor(spec, recordings, { ...maps, asDrawn: true })
  if (!found.ok) throw new UsageError(found.reason)
  return found.pools.map((votes) => firstOf(votes, signal))
}

function firstOf(votes: readonly Vote[], signal: ConfidenceSignal): FirstAnswer {
  const first = votes.find(({ answer }) => answer !== null)
  const confidence = first?.confidences[signal]
  return first?.answer == null || confidence === undefined ? null : { answer: first.answer, confidence }
}
