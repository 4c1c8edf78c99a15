// Bundles each app's compiled code, with all its dependencies, into a few files that start in half the time of a
// thousand: apps/NAME/bundle/main.js. `node .config/bundle-apps.mjs [--no-maps] [ROOT]` bundles another checkout.
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'
import { ownPlaces, THREADS } from './bundling/own-places.mjs'

const { values, positionals } = parseArgs({ options: { 'no-maps': { type: 'boolean' } }, allowPositionals: true })
const ROOT = resolve(positionals[0] ?? dirname(dirname(fileURLToPath(import.meta.url))))
const APPS = ['api', 'coordinator', 'gateway', 'worker', 'vllm-sim', 'cli']

for (const app of APPS) {
  const folder = join(ROOT, 'apps', app, 'bundle')
  await bundle(app, 'main', { dir: folder, cleanDir: true, entryFileNames: 'main.js', chunkFileNames: '[name].js' })
  for (const thread of THREADS[app] ?? []) {
    await bundle(app, thread, { file: join(folder, `${basename(thread)}.js`), codeSplitting: false })
  }
}

async function bundle(app, input, output) {
  const made = await rolldown({
    input: join(ROOT, 'apps', app, 'dist', `${input}.js`),
    platform: 'node',
    plugins: [ownPlaces(join(ROOT, 'apps', app, 'bundle'))],
    // Drivers for other databases and unused transports are optional: install them if needed.
    onLog: (level, log, write) => (log.code === 'UNRESOLVED_IMPORT' ? undefined : write(level, log)),
  })
  await made.write({
    ...output,
    format: 'esm',
    // Migrations and entities are known by the names of their classes.
    keepNames: true,
    sourcemap: values['no-maps'] !== true,
  })
  await made.close()
}
