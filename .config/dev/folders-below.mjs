import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Lists every folder of that name in an app or a package, and all folders below it, with the files in each. */
export function foldersBelow(name) {
  return ['apps', 'packages']
    .flatMap((group) => readdirSync(group).map((member) => join(group, member, name)))
    .filter((folder) => existsSync(folder))
    .flatMap(walk)
}

function walk(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  const below = entries.filter((entry) => entry.isDirectory()).flatMap((entry) => walk(join(folder, entry.name)))
  return [{ folder, files }, ...below]
}
