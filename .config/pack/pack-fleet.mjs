import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleApp, bundleStarted, STARTED_BY_PATH } from './bundle-package.mjs'
import { licencesOf } from './licences.mjs'
import { copyFiles, makeExecutable, publicFields } from './package-parts.mjs'
import { postgresVersions } from './postgres-packages.mjs'

const APPS = ['api', 'coordinator', 'gateway', 'worker', 'vllm-sim', 'cli']
const DASHBOARD = 'apps/dashboard/.next/standalone'
/** Next.js resizes pictures with it; the dashboard has none. */
const UNUSED = /^(?:sharp|@img\/.*|semver|detect-libc)$/

/**
 * Lays the package `cges-fleet` out in a folder: a whole fleet, compiled, with its dashboard. It is the same on every
 * platform; npm brings the PostgreSQL of the one it is installed on. Returns the names of the modules in it.
 */
export async function stageFleet(root, folder, release) {
  const modules = []
  for (const app of APPS) modules.push(...(await bundleApp(root, app, folder)))
  for (const file of STARTED_BY_PATH) modules.push(...(await bundleStarted(root, file, folder)))
  copyFiles(root, folder)
  makeExecutable(folder)
  const dependencies = stageDashboard(root, folder)
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(modules))
  cpSync(join(root, '.config/pack/fleet-README.md'), join(folder, 'README.md'))
  const manifest = {
    name: 'cges-fleet',
    ...publicFields(release),
    description: 'A fleet of cges on one machine: database, API, coordinator, workers and dashboard, ready to run.',
    bin: { 'cges-fleet': 'apps/cli/bundle/main.js' },
    scripts: {
      start: 'npm install --silent --ignore-scripts --no-package-lock && node apps/cli/bundle/main.js up --demo',
    },
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies: postgresVersions(root),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return dependencies
}

/** Copies the dashboard's server with the modules it was traced to need. Returns their versions. */
function stageDashboard(root, folder) {
  const built = join(root, DASHBOARD)
  const app = join(folder, DASHBOARD, 'apps/dashboard')
  if (!existsSync(built)) throw new Error('the dashboard is not built: run `node .config/prepare.mjs dashboard`')
  for (const name of ['.next', 'package.json', 'server.js']) {
    cpSync(join(built, 'apps/dashboard', name), join(app, name), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    })
  }
  forgetPlace(app)
  const store = 'node_modules/.pnpm'
  const versions = {}
  for (const each of readdirSync(join(built, store)).filter((name) => name !== 'node_modules')) {
    for (const name of modulesIn(join(built, store, each, 'node_modules'))) {
      if (UNUSED.test(name)) continue
      const place = join(store, each, 'node_modules', name)
      const target = join(folder, 'node_modules', name)
      cpSync(join(built, place), target, { recursive: true })
      copyLicences(join(root, place), target)
      versions[name] = trimManifest(target)
    }
  }
  return versions
}

/** Replaces the folder that the dashboard was built in, which its settings name. */
function forgetPlace(app) {
  const settings = join(app, '.next/required-server-files.json')
  const { appDir } = JSON.parse(readFileSync(settings, 'utf8'))
  for (const file of [settings, join(app, 'server.js')]) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(dirname(dirname(appDir)), '.'))
  }
}

/** Names of the modules that lie in a folder themselves, not as links to others. */
function modulesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return []
    if (!entry.name.startsWith('@')) return [entry.name]
    return modulesIn(join(folder, entry.name)).map((name) => `${entry.name}/${name}`)
  })
}

/** The trace has everything a module needs: npm must add nothing, neither packages nor scripts. Returns its version. */
function trimManifest(folder) {
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  const kept = Object.entries(manifest).filter(([field]) => !/dependencies|^scripts$|^bin$/iu.test(field))
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
  return manifest.version
}

/** Copies the licence of a module and of what it has compiled in, which the trace leaves out. */
function copyLicences(from, to) {
  for (const entry of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!/(?:^|\/)licen[cs]e[^/]*$/iu.test(entry) || !existsSync(join(to, dirname(entry)))) continue
    mkdirSync(dirname(join(to, entry)), { recursive: true })
    cpSync(join(from, entry), join(to, entry))
  }
}
