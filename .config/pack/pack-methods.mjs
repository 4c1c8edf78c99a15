import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { publicFields } from './package-parts.mjs'

const LEFT_OUT = /\/tests(?:\/|$)|\.tsbuildinfo$|\.map$/

/** Lays the package `cges-methods` out in a folder: the stopping rules, their types, and one file for a browser. */
export async function stageMethods(root, folder, release) {
  const home = join(root, 'packages/methods')
  const { description, sideEffects, exports, dependencies } = JSON.parse(
    readFileSync(join(home, 'package.json'), 'utf8'),
  )
  mkdirSync(folder, { recursive: true })
  cpSync(join(home, 'dist'), join(folder, 'dist'), { recursive: true, filter: (path) => !LEFT_OUT.test(path) })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  const readme = readFileSync(join(home, 'README.md'), 'utf8').replaceAll('@cges-fleet/methods', 'cges-methods')
  writeFileSync(
    join(folder, 'README.md'),
    readme.replaceAll('[methods.md](../../docs/methods.md)', '`methods.md` of this package'),
  )
  // The project's other documents are not included: links to them become plain text.
  const formulas = readFileSync(join(root, 'docs/methods.md'), 'utf8')
  writeFileSync(join(folder, 'methods.md'), formulas.replaceAll(/\[([^\]]+)\]\([a-z-]+\.md[^)]*\)/g, '$1'))
  await bundleForBrowser(join(home, 'dist/index.js'), join(folder, 'browser.js'))
  const manifest = {
    name: 'cges-methods',
    ...publicFields(release),
    description,
    sideEffects,
    exports: { ...exports, './browser': { types: exports['.'].types, default: './browser.js' } },
    dependencies: Object.fromEntries(Object.keys(dependencies).map((name) => [name, catalogued(root, name)])),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

async function bundleForBrowser(input, file) {
  const made = await rolldown({ input, platform: 'browser' })
  await made.write({ file, format: 'esm', minify: true, codeSplitting: false })
  await made.close()
}

/** The version that the whole workspace has of a dependency. */
function catalogued(root, name) {
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const line = catalog.split('\n').find((text) => text.startsWith(`  ${name}: `))
  if (line === undefined) throw new Error(`pnpm-workspace.yaml has no version of ${name}`)
  return line.slice(line.indexOf(': ') + 2)
}
