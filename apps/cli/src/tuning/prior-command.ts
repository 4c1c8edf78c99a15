import { learnShapes } from '@cges-fleet/methods'
import { Command } from 'commander'
import { LOG_HELP, withLogOptions } from '../logs/log-options.js'
import { type ApiOf, type HistoryFlags, historyOf, learnedFrom, learning, shareOption } from './history.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

interface PriorFlags extends HistoryFlags {
  readonly delta: number
  readonly json?: boolean
}

/** `cges prior`: what the answers to earlier questions looked like, as the rule `bayes` reads it. */
export function priorCommand(apiOf: ApiOf): Command {
  return withLogOptions(
    withApi(
      withJson(new Command('prior'))
        .description('learn the prior of bayes from samples drawn before, without looking at what is right')
        .argument('<sources...>', 'ids of stored evaluations of your team; or recordings or logs, as for replay'),
    ),
  )
    .option('--delta <share>', 'how probable another answer may still be at the stop', shareOption, 0.05)
    .addHelpText('after', LOG_HELP)
    .action(async (sources: string[], flags: PriorFlags) => {
      const history = await historyOf(sources, flags, apiOf)
      const questions = history.questions.map((samples) => samples.map(({ answer }) => answer))
      const prior = learning(() => learnShapes(questions))
      const { answers, easy, hard, share } = prior
      const method = `bayes:answers=${answers},delta=${flags.delta},easy=${easy},hard=${hard},share=${share}`
      const of = { questions: questions.length, samples: questions.flat().length, models: history.models }
      printResult(flags, { ...of, prior, method }, () => [...learnedFrom(history), method])
    })
}
