import { readCommented } from '@cges-fleet/core'
import { GetEvaluation, GetQuestion, GetStatistics, ListQuestions } from '@cges-fleet/core/contract'
import { Command, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { requireWritable, writeTextFile } from '../files/text-files.js'
import { evaluationJson } from './evaluation-json.js'
import { commentedLines } from './commented-lines.js'
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
      const commented = await readCommented({
        list: () => api.call(ListQuestions, { path: { id }, query: { filter: 'commented' } }),
        read: (position, replicate) =>
          api.call(GetQuestion, { path: { id, position: `${position}` }, query: { replicate: `${replicate}` } }),
      })
      if (options.html !== undefined) {
        const { writeReport } = await import('@cges-fleet/report')
        writeTextFile(options.html, writeReport({ view, statistics, commented, writtenAt: new Date().toISOString() }))
        return console.log(`${options.html} holds the page of ${view.name}.`)
      }
      const { final, samples } = statistics
      const json = { ...evaluationJson(view), readings: samples.readings, statistics: final, commented }
      printResult(options, json, () => [...reportText(view, statistics), ...commentedLines(commented)])
    })
}
