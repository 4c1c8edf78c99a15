import { learnShapeList, learnShapes } from '@cges-fleet/methods'
import { Command } from 'commander'
import { LOG_HELP, withLogOptions } from '../logs/log-options.js'
import { type ApiOf, type HistoryFlags, historyOf, learnedFrom, learning, shareOption } from './history.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

interface PriorFlags extends HistoryFlags {
  readonly delta: number
  readonly list?: boolean
  readonly json?: boolean
}

/** `cges prior`: what the answers to earlier questions looked like, as `bayes` or `bayes-shapes` reads it. */
export function priorCommand(apiOf: ApiOf): Command {
  return withLogOptions(
    withApi(
      withJson(new Command('prior'))
        .description('learn from earlier samples what the rules bayes and bayes-shapes expect; no labels needed')
        .argument('<sources...>', 'ids of your team’s evaluations, or recordings or logs as for replay'),
    ),
  )
    .option('--delta <share>', 'probability that another answer is the likeliest at the stop', shareOption, 0.05)
    .option('--list', 'learn the list of shapes for bayes-shapes in place of four numbers')
    .addHelpText('after', LOG_HELP)
    .action(async (sources: string[], flags: PriorFlags) => {
      const history = await historyOf(sources, flags, apiOf)
      const questions = history.questions.map((samples) => samples.map(({ answer }) => answer))
      const of = { questions: questions.length, samples: questions.flat().length, models: history.models }
      const learned = learning(() =>
        flags.list === true ? listOf(questions, flags.delta) : priorOf(questions, flags.delta),
      )
      printResult(flags, { ...of, ...learned }, () => [...learnedFrom(history), learned.method])
    })
}

type Answers = readonly (readonly (string | null)[])[]

function priorOf(questions: Answers, delta: number) {
  const prior = learnShapes(questions)
  const { answers, easy, hard, share } = prior
  return { prior, method: `bayes:answers=${answers},delta=${delta},easy=${easy},hard=${hard},share=${share}` }
}

function listOf(questions: Answers, delta: number) {
  const shapes = learnShapeList(questions)
  return { shapes, method: `bayes-shapes:delta=${delta},shapes=${shapes}` }
}
