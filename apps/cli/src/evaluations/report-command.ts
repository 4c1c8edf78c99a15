import { GetEvaluation, GetStatistics } from '@cges-fleet/core/contract'
import { Command, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { requireWritable, writeTextFile } from '../files/text-files.js'
import { evaluationJson } from './evaluation-json.js'
import { reportText } from './evaluation-text.js'
import { withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { judgedIn, waitWithBar } from '../shell/progress.js'

interface Options {
  readonly json?: true
  readonly html?: string
}

/** `cges report`: an evaluation as of now, for people, for programs, or as a page to pass on. */
export function reportCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('report'))
    .description('print an evaluation, or write it as one HTML file')
    .argument('<id>', 'its id')
    .addOption(new Option('--html <file>', 'write one HTML file that opens without a network').conflicts('json'))
    .action(async (id: string, options: Options & { api?: string }) => {
      requireWritable(options.html)
      const api = apiOf(options)
      const view = await api.call(GetEvaluation, { path: { id } })
      const statistics = await waitWithBar('judging', judgedIn(view), api.call(GetStatistics, { path: { id } }))
      if (options.html !== undefined) {
        const { writeReport } = await import('@cges-fleet/report')
        writeTextFile(options.html, writeReport({ view, statistics, writtenAt: new Date().toISOString() }))
        return console.log(`${options.html} holds the page of ${view.name}.`)
      }
      const { final, samples } = statistics
      const json = { ...evaluationJson(view), readings: samples.readings, statistics: final }
      printResult(options, json, () => reportText(view, statistics))
    })
}
