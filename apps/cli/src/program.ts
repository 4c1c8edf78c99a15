import { guaranteesCommand } from './guarantees/guarantees-command.js'
import { existsSync } from 'node:fs'
import { RELEASE } from '@cges-fleet/core'
import { SubmitEvaluation } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import { accountsCommand } from './accounts/accounts-command.js'
import { forecastCommand } from './accounts/forecast-command.js'
import { ApiClient } from './api-client.js'
import { benchmarkCommand } from './benchmarks/benchmark-command.js'
import { checkCommand } from './check/check-command.js'
import { readSpec } from './commands/read-spec.js'
import { watchEvaluation } from './commands/watch-evaluation.js'
import { compareCommand } from './compare/compare-command.js'
import { loadApiKey, parseEnvironment } from './env.js'
import { exportCommand } from './exports/export-command.js'
import { keyCommand } from './identity/key-command.js'
import { teamCommand } from './identity/team-command.js'
import { importCommand as importLogs } from './imports/import-command.js'
import { labelCommands } from './lifecycle/label-commands.js'
import { lifecycleCommands } from './lifecycle/lifecycle-commands.js'
import { completionCommand } from './manners/completion-command.js'
import { listCommand } from './manners/list-command.js'
import { withManners } from './manners/with-manners.js'
import { pipeCommands } from './offline/pipe-commands.js'
import { fitCommand } from './reproduce/fit-command.js'
import { reproduceCommand } from './reproduce/reproduce-command.js'
import { poolCommand } from './pool-command.js'
import { replayCommand } from './offline/replay/replay-command.js'
import { DATA_FOLDER } from './paths.js'
import { reportCommand } from './report/report-command.js'
import { regradeCommand } from './regrade-command.js'
import { firstKeyPath } from './up/first-key-path.js'
import { readFleetRecord } from './up/fleet-record.js'
import { slurmCommand } from './slurm/slurm-command.js'
import { workerCommand } from './worker-command.js'
import { simCommand } from './sim-command.js'
import { priorCommand } from './prior/prior-command.js'
import { tuneCommand } from './tune/tune-command.js'
import { upCommand } from './up-command.js'
import { verdictsCommand } from './verdicts/verdicts-command.js'

interface ApiOptions {
  readonly api?: string
  /** Seconds to wait for an API that becomes unavailable. */
  readonly patience?: number
}

/** The command line `cges`. */
export function program(): Command {
  const cges = new Command('cges').description('Evaluations of early-stopping self-consistency on a shared GPU pool.')
  cges.version(RELEASE, '--version', 'print the version')
  cges.addCommand(replayCommand())
  cges.addCommand(evaluateCommand())
  cges.addCommand(upCommand())
  cges.addCommand(workerCommand())
  cges.addCommand(slurmCommand())
  cges.addCommand(withApi(forecastCommand(apiOf)))
  cges.addCommand(migrateCommand())
  cges.addCommand(poolCommand())
  cges.addCommand(teamCommand(apiOf))
  cges.addCommand(keyCommand(apiOf))
  cges.addCommand(watchCommand())
  for (const command of [...lifecycleCommands(apiOf), ...labelCommands(apiOf)]) cges.addCommand(command)
  cges.addCommand(withApi(reportCommand(apiOf)))
  cges.addCommand(withApi(compareCommand(apiOf)))
  cges.addCommand(withApi(accountsCommand(apiOf)))
  cges.addCommand(withApi(regradeCommand(apiOf)))
  cges.addCommand(benchmarkCommand(apiOf))
  cges.addCommand(checkCommand(apiOf))
  cges.addCommand(importLogs(apiOf))
  cges.addCommand(verdictsCommand(apiOf))
  cges.addCommand(exportCommand(apiOf))
  cges.addCommand(guaranteesCommand())
  cges.addCommand(tuneCommand(apiOf))
  cges.addCommand(priorCommand(apiOf))
  cges.addCommand(reproduceCommand(apiOf))
  cges.addCommand(fitCommand())
  cges.addCommand(simCommand())
  for (const command of pipeCommands()) cges.addCommand(command)
  cges.addCommand(listCommand())
  cges.addCommand(completionCommand())
  return withManners(cges)
}

function evaluateCommand(): Command {
  return withApi(new Command('evaluate').description('submit the evaluation a YAML or JSON file describes'))
    .argument('<spec>', 'the file')
    .option('--watch', 'show it until it ends')
    .option('--notify <webhook>', 'the webhook, of those the fleet has, that is told once it has ended')
    .option('--idempotency-key <key>', 'the same key and file give the same evaluation')
    .action(
      async (file: string, options: ApiOptions & { watch?: boolean; notify?: string; idempotencyKey?: string }) => {
        const { notify } = options
        const spec = { ...readSpec(file), ...(notify === undefined ? {} : { notify }) }
        const api = apiOf(options)
        const { id } = await api.call(SubmitEvaluation, {
          body: spec,
          headers: { 'Idempotency-Key': options.idempotencyKey },
        })
        if (options.watch !== true) return console.log(id)
        const ended = await watchEvaluation(api, id)
        process.exitCode = ended.status === 'done' ? 0 : 1
      },
    )
}

function watchCommand(): Command {
  return withApi(new Command('watch').description('show an evaluation until it ends'))
    .argument('<id>', 'its id')
    .action(async (id: string, options: ApiOptions) => {
      const ended = await watchEvaluation(apiOf(options), id)
      process.exitCode = ended.status === 'done' ? 0 : 1
    })
}

function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database of DATABASE_URL up to date')
    .option('--queue', 'the queue in it too, for a fleet without Redis whose processes have logins of their own')
    .action(async (options: { queue?: true }) => {
      const { migrateDatabase } = await import('./commands/migrate-database.js')
      await migrateDatabase(options)
    })
}

/** A fleet started here keeps its first key beside its data. */
function firstKeyHint(): string | null {
  const path = firstKeyPath(DATA_FOLDER)
  return existsSync(path) ? `The first key of the fleet started here: set CGES_API_KEY_FILE='${path}'.` : null
}

function withApi(command: Command): Command {
  return command.option('--api <url>', 'where the API listens; the fleet started in this checkout unless given')
}

function apiOf({ api, patience }: ApiOptions): ApiClient {
  const named = api ?? parseEnvironment().CGES_API
  const url = () => named ?? readFleetRecord(DATA_FOLDER)?.api ?? 'http://127.0.0.1:8080'
  const patienceMs = patience === undefined ? undefined : 1000 * patience
  return new ApiClient({
    url,
    key: loadApiKey(),
    patienceMs,
    keyHint: () => (named === undefined ? firstKeyHint() : null),
  })
}
