import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleAlone } from './bundle-package.mjs'
import { licencesOf } from './licences.mjs'
import { copyFiles, makeExecutable, publicFields } from './package-parts.mjs'

/** The packages behind the report page, which are already bundled. */
const REPORT = ['react', 'react-dom'].map((name) => `apps/dashboard/node_modules/${name}/index.js`)

/**
 * Lays the package `cges` out in a folder: the command line and the simulator, without database, dashboard or native
 * code. `lock` is what it installs where a fleet is needed.
 */
export async function stageCli(root, folder, { release, lock }) {
  const modules = []
  for (const app of ['cli', 'vllm-sim']) modules.push(...(await bundleAlone(root, app, folder)))
  copyFiles(root, folder, ['apps/cli/dist/custom-rules/rule-host.js'])
  makeExecutable(folder)
  cpSync(join(root, '.config/pack/README.md'), join(folder, 'README.md'))
  writeFileSync(join(folder, 'fleet-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
  writeFileSync(
    join(folder, 'THIRD-PARTY-LICENSES.txt'),
    licencesOf([...modules, ...REPORT.map((name) => join(root, name))]),
  )
  const manifest = {
    name: 'cges',
    ...publicFields(release),
    description:
      'What early stopping of self-consistency would have saved on the samples you have: CGES, ESC, ASC and others.',
    bin: { cges: 'apps/cli/bundle/main.js' },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
