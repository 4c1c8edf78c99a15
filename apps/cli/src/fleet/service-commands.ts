import { Command, Option } from 'commander'
import { UsageError } from '../errors.js'
import { DASHBOARD_ENTRY, docsFile } from '../paths.js'
import { portFrom } from '../shell/options.js'
import { requireDatabase, runApp, runEntry } from './app-commands.js'
import { requireFree } from './processes.js'

interface Service {
  readonly about: string
  /** What `--port` says of itself. */
  readonly port: string
  readonly help: string
}

const STOPS = 'Ctrl-C and SIGTERM let requests finish first.'
const SETTINGS = `Its other settings are environment variables: ${docsFile('settings.md')}.`

/** The processes of a fleet that one starts one by one, on machines without containers; workers have a command of their own. */
const SERVICES: Readonly<Record<'api' | 'coordinator' | 'gateway', Service>> = {
  api: {
    about: 'run an API of a fleet whose processes you start one by one',
    port: 'port to listen on; 8080 unless given, 0 takes a free one',
    help: `If the fleet uses Redis, set REDIS_URL. To have people sign in, set KEY_PEPPER_FILE.\n${SETTINGS} ${STOPS}`,
  },
  coordinator: {
    about: 'run a coordinator of a fleet whose processes you start one by one',
    port: 'port for /health, /ready and /metrics; none unless given',
    help: `If the fleet uses Redis, set REDIS_URL.\n${SETTINGS} Ctrl-C and SIGTERM let it finish its round first.`,
  },
  gateway: {
    about: 'answer chat completions by a vote, for programs that speak OpenAI’s protocol',
    port: 'port to listen on; 8090 unless given, 0 takes a free one',
    help: `If the fleet uses Redis, set the same REDIS_URL. If it has keys, set the API’s KEY_PEPPER_FILE.\n${STOPS}`,
  },
}

interface ServiceOptions {
  readonly databaseUrl?: string
  readonly port?: number
  readonly host?: string
}

/** `cges api`, `cges coordinator`, `cges gateway`: one process of a fleet. */
export function serviceCommand(name: keyof typeof SERVICES): Command {
  const { about, port, help } = SERVICES[name]
  return new Command(name)
    .description(about)
    .option('--database-url <url>', 'the fleet’s PostgreSQL; that of DATABASE_URL unless given')
    .option('--port <port>', port, portFrom(0))
    .option('--host <address>', 'address to listen on; this machine only unless given')
    .addHelpText('after', `\n${help}`)
    .action(async ({ databaseUrl, port: wanted, host }: ServiceOptions) => {
      requireDatabase(databaseUrl)
      await runApp(name, given({ DATABASE_URL: databaseUrl, PORT: wanted, HOST: host }))
    })
}

interface DashboardOptions extends Omit<ServiceOptions, 'databaseUrl'> {
  readonly api?: string
}

/** `cges dashboard`: the pages, which ask an API for everything. */
export function dashboardCommand(): Command {
  return new Command('dashboard')
    .description('run the dashboard of a fleet whose processes you start one by one')
    .addOption(new Option('--api <url>', 'address of its API').env('API_URL'))
    .option('--port <port>', 'port to listen on; 3000 unless given', portFrom(0))
    .option('--host <address>', 'address to listen on; this machine only unless given')
    .addHelpText('after', '\nThe API trusts whom the dashboard names as caller if TRUSTED_PROXIES has its address.')
    .action(async ({ api, port = 3000, host = '127.0.0.1' }: DashboardOptions) => {
      if (api === undefined)
        throw new UsageError('API_URL is not set. Set it to the fleet’s API, or give --api http://host:8080.')
      await requireFree(port, host)
      const variables = { API_URL: api, PORT: port, HOSTNAME: host, NODE_ENV: 'production' }
      await runEntry(DASHBOARD_ENTRY, given(variables))
    })
}

/** As an environment has them, without those left out. */
function given(variables: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
  )
}
