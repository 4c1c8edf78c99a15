// Runs the whole fleet from its sources: compiles when a file changed, restarts the fleet when that succeeded, and
// serves the dashboard by `next dev`, which applies changes by itself. Arguments go to `cges up`: `npm run dev --
// --simulated`. Ctrl-C ends all of it, and so does the end of this process, however it ends: it has the same guard as
// `cges up`.
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/cli/dist/fleet/processes.js'
import { Started } from '../../apps/cli/dist/fleet/guard/guard.js'
import { ended } from '../../apps/cli/dist/fleet/guard/guard.js'
import tscPath from '../../node_modules/typescript/lib/getExePath.js'
import { newestCode } from './newest-code.mjs'
import { SourceWatch } from './source-watch.mjs'

const HOST = '127.0.0.1'
process.chdir(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const apiPort = String(await freePort(8080, HOST))
const dashboardPort = String(await freePort(3000, HOST))
const started = Started.begin(null)
const sources = new SourceWatch()
let fleet = null
let isEnding = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
serveDashboard()
startFleet()
for (let served = newestCode(); ;) {
  await sources.changed()
  if (!(await compiles())) continue
  const newest = newestCode()
  if (newest === served) continue
  served = newest
  await ended(run(process.execPath, ['.config/bundle-apps.mjs']))
  console.log('\nThe code changed: starting the fleet anew.')
  const earlier = fleet
  fleet = null
  earlier.kill('SIGTERM')
  await ended(earlier)
  startFleet()
}

function run(command, args, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] })
  started.child(child)
  return child
}

function serveDashboard() {
  const next = ['apps/dashboard/node_modules/next/dist/bin/next', 'dev', 'apps/dashboard', '--hostname', HOST]
  const env = { API_URL: `http://${HOST}:${apiPort}`, NEXT_TELEMETRY_DISABLED: '1' }
  const dashboard = run(process.execPath, [...next, '--port', dashboardPort], env)
  void ended(dashboard).then(() => isEnding || (console.error('The dashboard ended: stopping.'), end()))
}

function startFleet() {
  if (isEnding) return
  const up = ['apps/cli/bundle/main.js', 'up', '--no-dashboard', '--api-port', apiPort, ...process.argv.slice(2)]
  const one = run(process.execPath, up)
  fleet = one
  void ended(one).then(() => isEnding || fleet !== one || console.log('The fleet ended; the next change starts it.'))
}

async function compiles() {
  const compiler = run(tscPath(), ['-b', '.config/tsconfig.json'])
  await ended(compiler)
  if (compiler.exitCode !== 0) console.log('The fleet runs on as it was before these errors.')
  return compiler.exitCode === 0
}

async function end() {
  if (isEnding) return
  isEnding = true
  await started.end()
  process.exit(0)
}
