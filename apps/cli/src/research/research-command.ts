import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Argument, Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { ROOT } from '../paths.js'
import { fitCommand } from './fit-command.js'
import { guaranteesCommand } from './guarantees-command.js'
import { reproduceCommand } from './reproduce-command.js'

type ApiOf = (flags: { readonly api?: string }) => ApiClient

/** Studies of a checkout: the package has neither their code nor the recordings that they read. */
const FRONTIER = 'frontier/main.js'
const COVERAGE: Readonly<Record<string, string>> = {
  intervals: 'coverage/interval-coverage.js',
  drift: 'coverage/drift-coverage.js',
  live: 'coverage/live-coverage.js',
  until: 'coverage/until-coverage.js',
}

/** `cges research`: the studies behind the methods. */
export function researchCommand(apiOf: ApiOf): Command {
  const research = new Command('research').description(
    'run the studies behind the methods: the paper’s experiments, simulated guarantees, every rule on every recording',
  )
  for (const command of [reproduceCommand(apiOf), guaranteesCommand(), fitCommand()]) research.addCommand(command)
  research.addCommand(
    study('frontier')
      .description('run every rule on every recording and write docs/data/frontier.json, in a checkout')
      .argument('[options...]', 'of the study: --only SHORT,SHORT, --json FILE, --from FILE, --resume, --votes PYTHON')
      .action((options: string[]) => run(FRONTIER, options)),
  )
  research.addCommand(
    study('coverage')
      .description('simulate how often intervals hold the truth, in a checkout')
      .addArgument(new Argument('[of]', 'which intervals').choices(Object.keys(COVERAGE)).default('intervals'))
      .argument('[numbers...]', 'simulations, and for intervals resamples')
      .action((of: string, numbers: string[]) => run(COVERAGE[of] ?? '', numbers)),
  )
  return research
}

function study(name: string): Command {
  return new Command(name).allowUnknownOption()
}

async function run(program: string, options: readonly string[]): Promise<void> {
  const file = join(ROOT, 'apps/research/dist', program)
  if (!existsSync(file)) {
    throw new UsageError('This study needs a checkout of cges-fleet: run `npm run research -- …` there.')
  }
  const child = spawn(process.execPath, [file, ...options], { cwd: ROOT, stdio: 'inherit' })
  const [status] = (await once(child, 'close')) as [number | null]
  process.exitCode = status ?? 1
}
