import { ConfidenceSignal, type Gate, type GateParameters, learnGate } from '@cges-fleet/methods'
import { GRADES, IDENTITY } from '@cges-fleet/replay'
import { Command, Option } from 'commander'
import { LOG_HELP, withLogOptions } from '../logs/log-options.js'
import { printResult } from '../manners/print-result.js'
import { withApi } from '../manners/with-api.js'
import { withJson } from '../manners/with-json.js'
import { wholeFrom } from '../number-options.js'
import { type ApiOf, historyOf, learnedFrom, learning, shareOption } from '../prior/history-of.js'
import { percent } from '../report/format.js'
import { valueMapOption } from '../value-map-option.js'
import { firstAnswers } from './first-answers.js'
import type { GateFlags } from './gate-flags.js'
import { gateOnLabels, labelledLines } from './gate-on-labels.js'

/** `cges gate`: how sure first answers to earlier questions were, as the rule `reasc` reads it. */
export function gateCommand(apiOf: ApiOf): Command {
  return withLogOptions(
    withApi(
      withJson(new Command('gate'))
        .description('calibrate reasc on the first answers drawn before; without labels unless they are asked for')
        .argument('<sources...>', 'ids of stored evaluations of your team; or recordings or logs, as for replay'),
    ),
  )
    .addOption(
      new Option('--confidence <signal>', 'what it reads').choices(ConfidenceSignal.options).makeOptionMandatory(),
    )
    .option('--target <share>', 'how probably an answer taken at once should be right', shareOption, 0.9)
    .addOption(
      new Option('--labels [n]', 'choose it by what is right among so many questions, and check it on the others')
        .preset('128')
        .argParser(wholeFrom(1)),
    )
    .option('--seed <n>', 'of the questions whose labels are read', wholeFrom(0), 0)
    .addOption(
      new Option('--grades <by>', 'by what answers are graded, with --labels').choices(GRADES).default('reference'),
    )
    .option('--confidence-map <map>', 'how confidence becomes a number in [0, 1]', valueMapOption, IDENTITY)
    .option('--reward-map <map>', 'how reward does, such as logistic:0,1', valueMapOption, IDENTITY)
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
  const group = ({ weight, mean }: typeof high) => `${percent(weight)} about ${mean.toFixed(3)}`
  const sure = `the gate takes ${percent(taken)} of first answers at once, each right with a chance of at least ${percent(target)}`
  const groups = `by their confidence first answers are two groups, ${group(low)} and ${group(high)}: ${sure}`
  return isApart ? [groups] : [groups, 'one group describes them as well, so that nothing tells the right ones apart']
}
