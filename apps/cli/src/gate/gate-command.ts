import { ConfidenceSignal, type Gate, learnGate } from '@cges-fleet/methods'
import { IDENTITY, type ValueMap, type ValueMaps, votesFor } from '@cges-fleet/replay'
import { Command, Option } from 'commander'
import { LOG_HELP, withLogOptions } from '../logs/log-options.js'
import { printResult } from '../manners/print-result.js'
import { withApi } from '../manners/with-api.js'
import { withJson } from '../manners/with-json.js'
import {
  type ApiOf,
  type History,
  type HistoryFlags,
  historyOf,
  learnedFrom,
  learning,
  shareOption,
} from '../prior/history-of.js'
import { UsageError } from '../usage-error.js'
import { valueMapOption } from '../value-map-option.js'

interface GateFlags extends HistoryFlags {
  readonly confidence: ConfidenceSignal
  readonly target: number
  readonly confidenceMap: ValueMap
  readonly rewardMap: ValueMap
  readonly json?: boolean
}

/** `cges gate`: how sure first answers to earlier questions were, as the rule `reasc` reads it. */
export function gateCommand(apiOf: ApiOf): Command {
  return withLogOptions(
    withApi(
      withJson(new Command('gate'))
        .description('calibrate reasc on the first answers drawn before, without looking at what is right')
        .argument('<sources...>', 'ids of stored evaluations of your team; or recordings or logs, as for replay'),
    ),
  )
    .addOption(
      new Option('--confidence <signal>', 'what it reads').choices(ConfidenceSignal.options).makeOptionMandatory(),
    )
    .option('--target <share>', 'how many of the answers taken at once should be right', shareOption, 0.9)
    .option('--confidence-map <map>', 'how confidence becomes a number in [0, 1]', valueMapOption, IDENTITY)
    .option('--reward-map <map>', 'how reward does, such as logistic:0,1', valueMapOption, IDENTITY)
    .addHelpText('after', LOG_HELP)
    .action(async (sources: string[], flags: GateFlags) => {
      const { confidence, target, confidenceMap, rewardMap } = flags
      const history = await historyOf(sources, flags, apiOf)
      const first = firstConfidences(history, confidence, { confidence: confidenceMap, reward: rewardMap })
      const learned = learning(() => learnGate(first, target))
      const { gate, mean, spread } = learned
      const method = `reasc:confidence=${confidence},gate=${gate},mean=${mean},spread=${spread}`
      const of = { questions: history.questions.length, first: first.length, models: history.models }
      printResult(flags, { ...of, ...learned, method }, () => [
        ...learnedFrom(history),
        ...saidOf(learned, target),
        method,
      ])
    })
}

/** How sure the first answer to each question was. */
function firstConfidences({ questions }: History, signal: ConfidenceSignal, maps: ValueMaps): number[] {
  const recordings = questions.map((samples, at) => {
    return { id: `${at}`, replicate: 0, truth: null, difficulty: null, samples }
  })
  const spec = { method: 'cisc', confidence: signal, temperature: 1, budget: 1 } as const
  const found = votesFor(spec, recordings, { ...maps, asDrawn: true })
  if (!found.ok) throw new UsageError(found.reason)
  return found.pools.flatMap((votes) => votes.find(({ answer }) => answer !== null)?.confidences[signal] ?? [])
}

function saidOf({ taken, parts: [low, high], isApart }: Gate, target: number): string[] {
  const group = ({ weight, mean }: typeof high) => `${percent(weight)} about ${mean.toFixed(3)}`
  const sure = `the gate takes ${percent(taken)} of first answers at once, of which ${percent(target)} should be right`
  const groups = `by their confidence first answers are two groups, ${group(low)} and ${group(high)}: ${sure}`
  return isApart ? [groups] : [groups, 'one group describes them as well, so that nothing tells the right ones apart']
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
