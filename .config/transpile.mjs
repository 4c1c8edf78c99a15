// Turns the TypeScript of packages and apps into JavaScript without reading its types: what running needs, in a second. The
// compiler, which checks them, writes the same files for tests.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

for (const group of ['packages', 'apps']) {
  for (const name of readdirSync(join(ROOT, group))) {
    const home = join(ROOT, group, name)
    if (existsSync(join(home, 'tsconfig.json')) && name !== 'dashboard') transpile(home)
  }
}

function transpile(home) {
  for (const file of readdirSync(join(home, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.(?:test|d)\.ts$/.test(file)) continue
    const path = join(home, 'src', file)
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), { tsconfig: true })
    if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
    const target = join(home, 'dist', file.replace(/ts$/, 'js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, code)
  }
}
