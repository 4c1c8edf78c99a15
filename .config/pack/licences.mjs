import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The licences of all third-party code in a bundle, by its modules: they must be passed on with the code. */
export function licencesOf(modules) {
  const folders = new Set(modules.filter((id) => id.includes('/node_modules/')).map(packageFolder))
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
    return `${name} ${version} (${license})${text}\n`
  })
  return [...new Set(texts)].toSorted().join(`\n${'-'.repeat(80)}\n\n`)
}

function packageFolder(id) {
  let folder = dirname(id)
  // Some have a package.json of their own in a folder of their build, without a name.
  while (!existsSync(join(folder, 'package.json')) || !isNamed(folder)) folder = dirname(folder)
  return folder
}

function isNamed(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return name !== undefined && version !== undefined
}
