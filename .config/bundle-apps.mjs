// Bundles each app's compiled code, with all its dependencies, into a few files that start in half the time of a
// thousand: apps/NAME/bundle/main.js. `node .config/bundle-apps.mjs [--no-maps] [ROOT]` bundles another checkout.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'
import { ownPlaces } from './bundling/own-places.mjs'

const { values, positionals } = parseArgs({ options: { 'no-maps': { type: 'boolean' } }, allowPositionals: true })
const ROOT = resolve(positionals[0] ?? dirname(dirname(fileURLToPath(import.meta.url))))
const APPS = ['api', 'coordinator', 'worker', 'vllm-sim', 'cli']

for (const app of APPS) await bundle(join(ROOT, 'apps', app))

async function bundle(app) {
  const folder = join(app, 'bundle')
  const made = await rolldown({
    input: join(app, 'dist/main.js'),
    platform: 'node',
    plugins: [ownPlaces(folder)],
    // Drivers for other databases and unused transports are optional: install them if needed.
    onLog: (level, log, write) => (log.code === 'UNRESOLVED_IMPORT' ? undefined : write(level, log)),
  })
  await made.write({
    dir: folder,
    format: 'esm',
    cleanDir: true,
    // Migrations and entities are known by the names of their classes.
    keepNames: true,
    sourcemap: values['no-maps'] !== true,
    entryFileNames: 'main.js',
    chunkFileNames: '[name].js',
  })
  await made.close()
}
