import { counted } from '@cges-fleet/core'
import { AnswerKind } from '@cges-fleet/answers'
import { ImportBenchmark, ListBenchmarks } from '@cges-fleet/core/contract'
import { IMPORTABLE_BENCHMARKS } from '@cges-fleet/formats'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { parseEnvironment } from '../env.js'
import { docsFile } from '../paths.js'
import { printResult } from '../shell/printing.js'
import { withApi, withJson } from '../shell/options.js'
import { readTextFile } from '../files/text-files.js'
import { benchmarkLines, benchmarkListText, questionLines } from './benchmark-text.js'
import { importBenchmark } from './import-benchmark.js'

type ApiOf = (flags: { readonly api?: string }) => ApiClient

interface ListFlags {
  readonly api?: string
  readonly json?: true
}

interface ImportFlags extends ListFlags {
  readonly name?: string
  readonly title?: string
  readonly kind?: AnswerKind
  readonly map: Record<string, string>
  readonly from?: string
  readonly revision?: string
  readonly tokenFile?: string
}

/** `cges benchmark`: the questions a fleet evaluates on. */
export function benchmarkCommand(apiOf: ApiOf): Command {
  return new Command('benchmark')
    .description('benchmarks of the fleet')
    .addCommand(listCommand(apiOf))
    .addCommand(importCommand(apiOf))
}

function listCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('list')))
    .description('list your team’s benchmarks; cges list names those to import')
    .action(async (flags: ListFlags) => {
      const { benchmarks } = await apiOf(flags).call(ListBenchmarks)
      printResult(flags, { benchmarks }, () => benchmarkListText(benchmarks))
    })
}

function importCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('import')))
    .description('import a public or included benchmark by name, or your own file of questions')
    .argument('<name-or-file>', `${IMPORTABLE_BENCHMARKS.join(', ')}; or a file`)
    .option('--from <file>', 'file of the known benchmark in place of the dataset: JSONL, CSV or Parquet')
    .option('--revision <commit>', 'commit of the dataset, in place of the known one', commit)
    .option('--token-file <file>', 'file with a Hugging Face token, for gated datasets; HF_TOKEN unless given')
    .option('--name <name>', 'its name; the file’s unless given')
    .option('--title <title>', 'title shown on pages')
    .addOption(new Option('--kind <kind>', 'kind of answer; math unless given').choices(AnswerKind.options))
    .option('--map <fields>', 'columns with other names, such as question=problem,id=question_id', fieldMap, {})
    .addHelpText('after', help)
    .action(async (wanted: string, flags: ImportFlags) => {
      const { HF_TOKEN, DATASETS_SERVER } = parseEnvironment()
      const token = flags.tokenFile === undefined ? HF_TOKEN : readTextFile(flags.tokenFile).trim()
      const { api: _api, json: _json, tokenFile: _file, ...options } = flags
      const benchmark = await importBenchmark(wanted, { ...options, token, server: DATASETS_SERVER })
      for (const line of questionLines(benchmark)) console.error(line)
      const stored = await apiOf(flags).repeat(ImportBenchmark, benchmarkLines(benchmark))
      printResult(flags, stored, () => [
        `${stored.name}: ${counted(stored.questions, 'question')}, revision ${stored.revision.slice(0, 12)}`,
      ])
    })
}

const help = () => `
A file has one question a row: JSONL (.jsonl, .jsonl.gz), a .json list, Parquet, or CSV or TSV with column names.
Columns: question, answer, id (optional), choices (with --kind choice). Other usual names are found too: prompt and
gold, input and target, problem and solution …; --map names any other. The first three questions are printed as read.
A YAML or JSON definition can name such a file: ${docsFile('evaluation-file.md')} lists its fields.
  cges benchmark import gsm8k
  cges benchmark import math-500 --from test.jsonl
  cges benchmark import mine.csv --kind choice --map question=prompt,answer=key`

function commit(text: string): string {
  if (!/^[0-9a-f]{40}$/u.test(text)) throw new InvalidArgumentError('must be a commit of 40 hexadecimal digits')
  return text
}

function fieldMap(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='))
  for (const [ours, theirs, ...rest] of pairs) {
    if (!ours || !theirs || rest.length > 0)
      throw new InvalidArgumentError('write it as question=problem,answer=solution')
    if (!['id', 'question', 'answer', 'choices'].includes(ours)) {
      throw new InvalidArgumentError(`"${ours}" is not one of id, question, answer, choices`)
    }
  }
  return Object.fromEntries(pairs)
}
