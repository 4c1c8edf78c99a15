import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleAlone } from './bundle-alone.mjs'
import { licencesOf } from './licences.mjs'

/** Files read at run time: each has the same place in the package as in a checkout. */
const FILES = [
  'apps/cli/dist/custom-rules/rule-host.js',
  'apps/research/paper',
  'apps/vllm-sim/profiles',
  'packages/tiny-llama/kernel/kernel.wasm',
  'packages/tiny-llama/model',
  'packages/tiny-llama/questions.jsonl',
  'packages/tiny-llama/recording.jsonl.gz',
  'LICENSE',
]

/** The packages behind the report page, which are already bundled. */
const REPORT = ['react', 'react-dom'].map((name) => `apps/dashboard/node_modules/${name}/index.js`)

/** Lays the package `cges` out in a folder: the command line and the simulator, without database, dashboard or native code. */
export async function stageCli(root, folder, { version, license, engines, sourceSha256 }) {
  const modules = []
  for (const app of ['cli', 'vllm-sim']) modules.push(...(await bundleAlone(root, app, folder)))
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  cpSync(join(root, '.config/pack/README.md'), join(folder, 'README.md'))
  chmodSync(join(folder, 'apps/cli/bundle/main.js'), 0o755)
  writeFileSync(
    join(folder, 'THIRD-PARTY-LICENSES.txt'),
    licencesOf([...modules, ...REPORT.map((name) => join(root, name))]),
  )
  const manifest = {
    name: 'cges',
    version,
    description:
      'What early stopping of self-consistency would have saved on the samples you have: CGES, ESC, ASC and others.',
    license,
    type: 'module',
    bin: { cges: 'apps/cli/bundle/main.js' },
    engines,
    // What may be run as the rest of this release: the command line fetches nothing else.
    ...(sourceSha256 === undefined ? {} : { fleetSource: { sha256: sourceSha256 } }),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
