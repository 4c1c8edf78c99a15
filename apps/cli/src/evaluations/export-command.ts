import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { EvaluationView, ExportFile } from '@cges-fleet/core'
import { ExportEvaluation, GetEvaluation, type Place } from '@cges-fleet/core/contract'
import { EXPORT_FORMATS, type ExportFormat, exportPath } from '@cges-fleet/formats'
import { Command, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { errorText, UsageError } from '../errors.js'
import { makeFolder, requireWritable } from '../files/text-files.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { countBytes } from '../shell/progress.js'

interface ExportFlags {
  readonly api?: string
  readonly json?: true
  readonly format: ExportFormat
  readonly out: string
  readonly method?: string
  readonly withExamples?: boolean
}

/** `cges export`: an evaluation as files that other programs read. */
export function exportCommand(apiOf: (flags: { readonly api?: string }) => ApiClient): Command {
  return withJson(withApi(new Command('export')))
    .description('write an evaluation as files for other programs')
    .argument('<id>', 'its id')
    .addOption(
      new Option('--format <format>', 'what for').choices(Object.keys(EXPORT_FORMATS)).makeOptionMandatory(true),
    )
    .option('--out <folder>', 'the folder to write into', '.')
    .option('--method <method>', 'nemo: method whose verdicts are written; the first unless given')
    .option('--with-examples', 'include questions and responses of a gated benchmark')
    .addHelpText('after', HELP)
    .action((id: string, flags: ExportFlags) => runExport(apiOf(flags), id, flags))
}

const HELP = `
  csv      verdicts.csv: one line a question and method, safe to open in a spreadsheet
  jsonl    samples.jsonl: one line a sample; gold.jsonl: reference answers and grades
  lm-eval  <model>/results_<date>.json and samples_<task>_<date>.jsonl: one filter a method
  inspect  a .json log: an epoch is a sample; early stops are marked
  nemo     results.jsonl of NeMo Evaluator: one method’s verdicts
Each file describes its evaluation. cges replay and cges import read jsonl, lm-eval and inspect without options and verify
the digest.`

async function runExport(api: ApiClient, id: string, flags: ExportFlags): Promise<void> {
  makeFolder(flags.out)
  const view = await api.call(GetEvaluation, { path: { id } })
  if (view.status === 'running')
    console.error('note: the evaluation is still running; undecided questions are left out')
  const query = { method: flags.method, examples: flags.withExamples === true ? ('1' as const) : undefined }
  const files: string[] = []
  for (const file of EXPORT_FORMATS[flags.format])
    files.push(await writeFile(api, view, { file, out: flags.out, query }))
  printResult(flags, { files }, () => files)
}

interface Download {
  readonly file: ExportFile
  /** The folder to write to. */
  readonly out: string
  readonly query: Place<typeof ExportEvaluation>['query']
}

/** A file that could not be written completely is removed. */
async function writeFile(api: ApiClient, view: EvaluationView, { file, out, query }: Download): Promise<string> {
  const path = join(out, exportPath(file, view))
  makeFolder(dirname(path))
  requireWritable(path)
  const { body } = await api.open(ExportEvaluation, { path: { id: view.id, file }, query })
  if (body === null) throw new UsageError(`the API sent nothing for ${file}`)
  try {
    await pipeline(
      Readable.fromWeb(body),
      countBytes(`writing ${basename(path)}`, null),
      createWriteStream(`${path}.part`),
    )
    renameSync(`${path}.part`, path)
  } catch (cause) {
    rmSync(`${path}.part`, { force: true })
    throw new UsageError(`${path} was not written: ${errorText(cause, { place: false })}`, { cause })
  }
  return path
}
