import type { Command } from 'commander'
import { withApi } from './manners/with-api.js'

interface Module {
  readonly names: readonly string[]
  load(): Promise<readonly Command[]>
}

/** Every command with the module it is in: only the requested ones are loaded, so that each starts at once. */
const MODULES: readonly Module[] = [
  one('replay', async () => (await import('./offline/replay/replay-command.js')).replayCommand()),
  one('evaluate', async () => (await import('./commands/evaluate-command.js')).evaluateCommand(await api())),
  one('up', async () => (await import('./up-command.js')).upCommand()),
  one('worker', async () => (await import('./worker-command.js')).workerCommand()),
  one('slurm', async () => (await import('./slurm/slurm-command.js')).slurmCommand()),
  one('forecast', async () => withApi((await import('./accounts/forecast-command.js')).forecastCommand(await api()))),
  one('migrate', async () => (await import('./commands/migrate-command.js')).migrateCommand()),
  one('pool', async () => (await import('./pools/pool-command.js')).poolCommand(await api())),
  one('team', async () => (await import('./identity/team-command.js')).teamCommand(await api())),
  one('key', async () => (await import('./identity/key-command.js')).keyCommand(await api())),
  one('watch', async () => (await import('./commands/watch-command.js')).watchCommand(await api())),
  {
    names: ['pause', 'resume', 'cancel', 'retry', 'extend', 'clone', 'events'],
    load: async () => (await import('./lifecycle/lifecycle-commands.js')).lifecycleCommands(await api()),
  },
  {
    names: ['tag', 'note'],
    load: async () => (await import('./lifecycle/label-commands.js')).labelCommands(await api()),
  },
  one('report', async () => withApi((await import('./report/report-command.js')).reportCommand(await api()))),
  one('compare', async () => withApi((await import('./compare/compare-command.js')).compareCommand(await api()))),
  one('accounts', async () => withApi((await import('./accounts/accounts-command.js')).accountsCommand(await api()))),
  one('regrade', async () => withApi((await import('./regrade-command.js')).regradeCommand(await api()))),
  one('benchmark', async () => (await import('./benchmarks/benchmark-command.js')).benchmarkCommand(await api())),
  one('check', async () => (await import('./check/check-command.js')).checkCommand(await api())),
  one('import', async () => (await import('./imports/import-command.js')).importCommand(await api())),
  one('verdicts', async () => (await import('./verdicts/verdicts-command.js')).verdictsCommand(await api())),
  one('export', async () => (await import('./exports/export-command.js')).exportCommand(await api())),
  one('guarantees', async () => (await import('./guarantees/guarantees-command.js')).guaranteesCommand()),
  one('tune', async () => (await import('./tune/tune-command.js')).tuneCommand(await api())),
  one('prior', async () => (await import('./prior/prior-command.js')).priorCommand(await api())),
  one('gate', async () => (await import('./gate/gate-command.js')).gateCommand(await api())),
  one('reproduce', async () => (await import('./reproduce/reproduce-command.js')).reproduceCommand(await api())),
  one('fit-profiles', async () => (await import('./reproduce/fit-command.js')).fitCommand()),
  one('sim', async () => (await import('./sim-command.js')).simCommand()),
  {
    names: ['decide', 'grade', 'confidence', 'calibration'],
    load: async () => (await import('./offline/pipe-commands.js')).pipeCommands(),
  },
  one('list', async () => (await import('./manners/list-command.js')).listCommand()),
]

/** Loads the command that `word` names and those it shares a module with; all of them if it names none. */
export async function loadCommands(word?: string): Promise<readonly Command[]> {
  if (word === '--version') return []
  const named = MODULES.filter(({ names }) => word !== undefined && names.includes(word))
  const loaded = await Promise.all((named.length > 0 ? named : MODULES).map((each) => each.load()))
  return loaded.flat()
}

function one(name: string, load: () => Promise<Command>): Module {
  return { names: [name], load: async () => [await load()] }
}

async function api() {
  return (await import('./api-of.js')).apiOf
}
