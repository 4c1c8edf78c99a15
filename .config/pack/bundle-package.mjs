import { basename, dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { ownPlaces, THREADS } from '../bundling/own-places.mjs'

/** Modules the command line loads only for its own fleet or database. */
const FOR_FLEETS = ['fleet/up', 'administration/database-work', 'administration/database-copies']
/** Modules that the package `cges` must not depend on. */
const HEAVY = /packages\/(?:db|queue|stores|telemetry)\/|node_modules\/(?:typeorm|pg|bullmq|ioredis|@nestjs)\//

/** Files that code starts by their path, as processes. */
export const STARTED_BY_PATH = [
  ['cli', 'dist/fleet/guard/guard-main.js'],
  ['cli', 'dist/custom-rules/rule-host.js'],
]

/** Bundles an app for a package without anything that needs a database. Returns the modules in it. */
export async function bundleAlone(root, app, target) {
  const modules = await bundleApp(root, app, target, [withoutFleet(join(root, 'apps', app))])
  const heavy = modules.filter((id) => HEAVY.test(id))
  if (heavy.length > 0)
    throw new Error(`${app} would bring along ${relative(root, heavy[0])} and ${heavy.length - 1} more`)
  return modules
}

/** Bundles an app and its threads for a package; it runs from `apps/NAME/bundle`. Returns the modules in it. */
export async function bundleApp(root, app, target, plugins = []) {
  const bundle = join('apps', app, 'bundle')
  const own = [...plugins, ownPlaces(join(root, bundle))]
  const dir = join(target, bundle)
  const files = [
    [
      { app, input: 'dist/main.js', plugins: own },
      { dir, entryFileNames: 'main.js', chunkFileNames: '[name].js' },
    ],
    ...(THREADS[app] ?? []).map((thread) => [
      { app, input: `dist/${thread}.js`, plugins: own },
      { file: join(dir, `${basename(thread)}.js`), codeSplitting: false },
    ]),
  ]
  const modules = []
  for (const [input, output] of files) modules.push(...(await bundleFile(root, input, output)))
  return modules
}

/** Bundles a file that code starts by its path, to the same path of a package. Returns the modules in it. */
export function bundleStarted(root, [app, input], target) {
  const place = join('apps', app, input)
  return bundleFile(
    root,
    { app, input, plugins: [ownPlaces(join(root, dirname(place)))] },
    {
      file: join(target, place),
      codeSplitting: false,
    },
  )
}

/** As small as possible, with the names of functions and classes, which traces and migrations need. */
async function bundleFile(root, { app, input, plugins }, output) {
  const made = await rolldown({
    input: join(root, 'apps', app, input),
    platform: 'node',
    plugins,
    transform: { define: { [['process', 'env', 'NODE_ENV'].join('.')]: '"production"' } },
    // Drivers for other databases and unused transports are optional.
    onLog: (level, log, write) => (log.code === 'UNRESOLVED_IMPORT' ? undefined : write(level, log)),
  })
  const written = await made.write({
    ...output,
    format: 'esm',
    keepNames: true,
    minify: { mangle: false, compress: true, codegen: true },
  })
  await made.close()
  return written.output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}

function withoutFleet(home) {
  const left = new Set(FOR_FLEETS.map((name) => join(home, 'dist', `${name}.js`)))
  const installed = JSON.stringify(join(home, 'dist/fleet/installed-fleet.js'))
  return {
    name: 'without-fleet',
    load(id) {
      return left.has(id) ? `import { runInstalledFleet } from ${installed}; await runInstalledFleet()` : null
    },
  }
}
