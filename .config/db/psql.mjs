// Opens psql on the fleet's database: the one in DATABASE_URL, else this checkout's embedded one, which is started for
// as long as psql runs if no fleet is up. Arguments go to psql: `npm run db -- psql -c 'SELECT count(*) FROM sample'`.
import { spawn } from 'node:child_process'
import { openStores } from '../../apps/cli/dist/fleet/start-fleet.js'
import { Started } from '../../apps/cli/dist/fleet/guard/guard.js'
import { ended } from '../../apps/cli/dist/fleet/guard/guard.js'
import { DATA_FOLDER } from '../../apps/cli/dist/paths.js'
import { runningDatabase } from './running-database.mjs'

// Ctrl-C is for psql.
process.on('SIGINT', () => undefined)
const given = process.env.DATABASE_URL ?? (await runningDatabase())?.url
const started = given === undefined ? Started.begin(DATA_FOLDER) : null
try {
  const launch = { started, quietMs: 60_000, tell: console.error }
  await psql(given ?? (await openStores({}, DATA_FOLDER, launch)).databaseUrl)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await started?.end()
}
process.exit()

async function psql(url) {
  // Row-level security hides rows from anyone who does not say on whose behalf they ask; this acts as the owner.
  const PGOPTIONS = process.env.PGOPTIONS ?? '-c cges.owner=on'
  const child = spawn('psql', [url, ...process.argv.slice(2)], { stdio: 'inherit', env: { ...process.env, PGOPTIONS } })
  child.on('error', () => {
    console.error(
      'psql is not installed: it is in postgresql-client (Debian, Ubuntu) and libpq (Homebrew). ' +
        `While a fleet runs, any client of PostgreSQL finds its database at\n${url}`,
    )
  })
  await ended(child)
  process.exitCode = child.exitCode ?? 1
}
