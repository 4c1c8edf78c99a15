import { RELEASE } from '@cges-fleet/core'
import { Command } from 'commander'
import { completionCommand } from './shell/completion-command.js'
import { RENAMED, renamedCommand } from './research/renamed-command.js'
import { withApi } from './shell/options.js'
import { describeProgram } from './shell/help.js'

/** The command line `cges`, with only what a call that begins with `word` needs; without a word, all of it. */
export async function program(word?: string): Promise<Command> {
  const cges = new Command('cges').description('Evaluations of early-stopping self-consistency on a shared GPU pool.')
  cges.version(RELEASE, '--version', 'print the version')
  for (const command of await loadCommands(word)) cges.addCommand(command)
  if (word !== undefined && RENAMED.includes(word)) {
    cges.addCommand(renamedCommand(word), { hidden: true })
  }
  return describeProgram(cges.addCommand(completionCommand()))
}

interface Module {
  readonly names: readonly string[]
  load(): Promise<readonly Command[]>
}

/** Every command with the module it is in: only the requested ones are loaded, so that each starts at once. */
const MODULES: readonly Module[] = [
  one('replay', async () => (await import('./replay/replay-command.js')).replayCommand()),
  one('evaluate', async () => (await import('./evaluations/evaluate-command.js')).evaluateCommand(await api())),
  one('up', async () => (await import('./fleet/up-command.js')).upCommand()),
  one('api', async () => (await import('./fleet/service-commands.js')).serviceCommand('api')),
  one('coordinator', async () => (await import('./fleet/service-commands.js')).serviceCommand('coordinator')),
  one('dashboard', async () => (await import('./fleet/service-commands.js')).dashboardCommand()),
  one('gateway', async () => (await import('./fleet/service-commands.js')).serviceCommand('gateway')),
  one('worker', async () => (await import('./fleet/app-commands.js')).workerCommand()),
  one('probe', async () => (await import('./fleet/probe-command.js')).probeCommand()),
  one('slurm', async () => (await import('./fleet/slurm-command.js')).slurmCommand()),
  one('forecast', async () =>
    withApi((await import('./evaluations/forecast-command.js')).forecastCommand(await api())),
  ),
  one('migrate', async () => (await import('./administration/migrate-command.js')).migrateCommand()),
  one('backup', async () => (await import('./administration/backup-command.js')).backupCommand()),
  one('restore', async () => (await import('./administration/backup-command.js')).restoreCommand()),
  one('status', async () => (await import('./administration/status-command.js')).statusCommand(await api())),
  one('pool', async () => (await import('./administration/pool-command.js')).poolCommand(await api())),
  one('team', async () => (await import('./administration/team-command.js')).teamCommand(await api())),
  one('key', async () => (await import('./administration/key-command.js')).keyCommand(await api())),
  one('person', async () => (await import('./administration/person-command.js')).personCommand(await api())),
  one('group', async () => (await import('./administration/group-command.js')).groupCommand(await api())),
  one('webhook', async () => (await import('./administration/webhook-command.js')).webhookCommand(await api())),
  one('audit', async () => (await import('./administration/audit-command.js')).auditCommand(await api())),
  one('evaluations', async () =>
    (await import('./evaluations/evaluations-command.js')).evaluationsCommand(await api()),
  ),
  one('watch', async () => (await import('./evaluations/evaluate-command.js')).watchCommand(await api())),
  {
    names: ['pause', 'resume', 'cancel', 'retry', 'priority', 'extend', 'rerun', 'events'],
    load: async () => (await import('./evaluations/lifecycle-commands.js')).lifecycleCommands(await api()),
  },
  {
    names: ['tag', 'note'],
    load: async () => (await import('./evaluations/lifecycle-commands.js')).labelCommands(await api()),
  },
  {
    names: ['rename', 'archive', 'unarchive', 'delete'],
    load: async () => (await import('./evaluations/manage-commands.js')).manageCommands(await api()),
  },
  one('share', async () => (await import('./evaluations/share-command.js')).shareCommand(await api())),
  one('report', async () => withApi((await import('./evaluations/report-command.js')).reportCommand(await api()))),
  one('compare', async () => withApi((await import('./evaluations/compare-command.js')).compareCommand(await api()))),
  one('accounts', async () =>
    withApi((await import('./evaluations/accounts-command.js')).accountsCommand(await api())),
  ),
  one('traffic', async () => withApi((await import('./evaluations/traffic-command.js')).trafficCommand(await api()))),
  one('regrade', async () => withApi((await import('./evaluations/regrade-command.js')).regradeCommand(await api()))),
  one('benchmark', async () => (await import('./benchmarks/benchmark-command.js')).benchmarkCommand(await api())),
  one('check', async () => (await import('./evaluations/check-command.js')).checkCommand(await api())),
  one('import', async () => (await import('./imports/import-command.js')).importCommand(await api())),
  one('verdicts', async () => (await import('./evaluations/verdicts-command.js')).verdictsCommand(await api())),
  one('export', async () => (await import('./evaluations/export-command.js')).exportCommand(await api())),
  one('tune', async () => (await import('./tuning/tune-command.js')).tuneCommand(await api())),
  one('prior', async () => (await import('./tuning/prior-command.js')).priorCommand(await api())),
  one('gate', async () => (await import('./tuning/gate-command.js')).gateCommand(await api())),
  one('research', async () => (await import('./research/research-command.js')).researchCommand(await api())),
  one('sim', async () => (await import('./fleet/app-commands.js')).simCommand()),
  {
    names: ['decide', 'grade', 'confidence', 'calibration'],
    load: async () => (await import('./pipes/pipe-commands.js')).pipeCommands(),
  },
  one('list', async () => (await import('./shell/list-command.js')).listCommand()),
]

/** Loads the command that `word` names and those it shares a module with; all of them if it names none. */
async function loadCommands(word?: string): Promise<readonly Command[]> {
  if (word === '--version') return []
  const named = MODULES.filter(({ names }) => word !== undefined && names.includes(word))
  const loaded = await Promise.all((named.length > 0 ? named : MODULES).map((each) => each.load()))
  return loaded.flat()
}

function one(name: string, load: () => Promise<Command>): Module {
  return { names: [name], load: async () => [await load()] }
}

async function api() {
  return (await import('./api/connection.js')).apiOf
}
