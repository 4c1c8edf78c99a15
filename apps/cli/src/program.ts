import { AnswerKind } from '@cges-fleet/core'
import { Command, InvalidArgumentError, Option } from 'commander'
import { ApiClient } from './api-client.js'
import { readBenchmarkFile } from './commands/read-benchmark-file.js'
import { readSpec } from './commands/read-spec.js'
import { watchEvaluation } from './commands/watch-evaluation.js'
import { readEnvironment } from './env.js'
import { pipeCommands } from './offline/pipe-commands.js'
import { replayCommand } from './offline/replay/replay-command.js'
import { DATA_FOLDER } from './paths.js'
import { evaluationJson } from './report/evaluation-json.js'
import { reportText } from './report/evaluation-text.js'
import { readFleetRecord } from './up/fleet-record.js'
import { simCommand } from './sim-command.js'
import { upCommand } from './up-command.js'

interface ApiOptions {
  readonly api?: string
}

/** The command line `cges`. */
export function program(): Command {
  const cges = new Command('cges').description('Evaluations of early-stopping self-consistency on a shared GPU pool.')
  cges.addCommand(upCommand())
  cges.addCommand(evaluateCommand())
  cges.addCommand(migrateCommand())
  cges.addCommand(watchCommand())
  cges.addCommand(reportCommand())
  cges.addCommand(new Command('benchmark').description('benchmarks of the fleet').addCommand(importCommand()))
  cges.addCommand(replayCommand())
  cges.addCommand(simCommand())
  for (const command of pipeCommands()) cges.addCommand(command)
  return cges
}

function evaluateCommand(): Command {
  return withApi(new Command('evaluate').description('submit the evaluation a YAML or JSON file describes'))
    .argument('<spec>', 'the file')
    .option('--watch', 'show it until it ends')
    .option('--idempotency-key <key>', 'the same key and file give the same evaluation')
    .action(async (file: string, options: ApiOptions & { watch?: boolean; idempotencyKey?: string }) => {
      const spec = readSpec(file)
      const api = apiOf(options)
      const { id } = await api.submit(spec, options.idempotencyKey)
      if (options.watch !== true) return console.log(id)
      const ended = await watchEvaluation(api, id)
      process.exitCode = ended.status === 'done' ? 0 : 1
    })
}

function watchCommand(): Command {
  return withApi(new Command('watch').description('show an evaluation until it ends'))
    .argument('<id>', 'its id')
    .action(async (id: string, options: ApiOptions) => {
      const ended = await watchEvaluation(apiOf(options), id)
      process.exitCode = ended.status === 'done' ? 0 : 1
    })
}

function reportCommand(): Command {
  return withApi(new Command('report').description('print an evaluation as of now'))
    .argument('<id>', 'its id')
    .addOption(new Option('--format <format>', 'how').choices(['table', 'json']).default('table'))
    .action(async (id: string, options: ApiOptions & { format: string }) => {
      const view = await apiOf(options).evaluation(id)
      console.log(
        options.format === 'json' ? JSON.stringify(evaluationJson(view), null, 2) : reportText(view).join('\n'),
      )
    })
}

function importCommand(): Command {
  return withApi(
    new Command('import').description('import a JSONL file of questions (.jsonl or .jsonl.gz) as a benchmark'),
  )
    .argument('<file>', 'one question a line: id, question, answer, and choices where there are any')
    .option('--name <name>', 'its name; the file’s unless given')
    .option('--title <title>', 'its title for people')
    .addOption(new Option('--kind <kind>', 'kind of answer').choices(AnswerKind.options).default('math'))
    .option('--map <fields>', 'fields named otherwise, such as question=problem,id=question_id', fieldMap, {})
    .action(
      async (
        file: string,
        options: ApiOptions & { name?: string; title?: string; kind: AnswerKind; map: Record<string, string> },
      ) => {
        const benchmark = readBenchmarkFile(file, { ...options, name: options.name, title: options.title })
        const stored = await apiOf(options).importBenchmark(benchmark)
        console.log(`${stored.name}: ${stored.questions} questions, revision ${stored.revision.slice(0, 12)}`)
      },
    )
}

function migrateCommand(): Command {
  return new Command('migrate').description('bring the database of DATABASE_URL up to date').action(async () => {
    const { migrateDatabase } = await import('./commands/migrate-database.js')
    await migrateDatabase()
  })
}

function withApi(command: Command): Command {
  return command.option('--api <url>', 'where the API listens; the fleet started in this checkout unless given')
}

function apiOf(options: ApiOptions): ApiClient {
  const url = options.api ?? readEnvironment().CGES_API ?? readFleetRecord(DATA_FOLDER)?.api ?? 'http://127.0.0.1:8080'
  return new ApiClient(url)
}

function fieldMap(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='))
  for (const [ours, theirs, ...rest] of pairs) {
    if (!ours || !theirs || rest.length > 0)
      throw new InvalidArgumentError('write it as question=problem,answer=solution')
    if (!['id', 'question', 'answer', 'choices'].includes(ours)) {
      throw new InvalidArgumentError(`"${ours}" is none of id, question, answer, choices`)
    }
  }
  return Object.fromEntries(pairs)
}
