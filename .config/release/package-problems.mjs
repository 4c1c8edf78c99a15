import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages for npm, in the order to publish them: the command line installs the fleet. */
export const NPM_PACKAGES = ['cges-fleet', 'cges-methods', 'cges']

/** The fields of a package's manifest that a registry shows or runs. */
const SHOWN = ['description', 'license', 'engines']
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare']

/** Returns what keeps an unpacked package for npm from being published under a name and version, one sentence each. */
export function npmProblems(folder, { name, version, needsRepository }) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const problems = []
  if (manifest.name !== name || manifest.version !== version) {
    problems.push(`package.json names ${manifest.name} ${manifest.version}, not ${name} ${version}`)
  }
  for (const field of SHOWN) if (manifest[field] === undefined) problems.push(`package.json has no ${field}`)
  for (const script of INSTALL_SCRIPTS) {
    if (manifest.scripts?.[script] !== undefined) problems.push(`package.json runs a script at ${script}`)
  }
  if (manifest.private) problems.push('package.json is private')
  if (needsRepository && manifest.repository === undefined) {
    problems.push('package.json names no repository, without which npm attaches no provenance')
  }
  for (const target of [...Object.values(manifest.bin ?? {}), ...exported(manifest.exports)]) {
    if (!existsSync(join(folder, target))) problems.push(`package.json names ${target}, which is not packed`)
  }
  return [...problems, ...licenceProblems(folder), ...readmeProblems(readIfThere(join(folder, 'README.md')), name)]
}

/** Returns what keeps a wheel from being published, by its METADATA and the names of its files. */
export function wheelProblems({ metadata, files, name, version }) {
  const [head = '', readme = ''] = metadata.split(/\n\n([^]*)/u)
  const problems = []
  for (const line of [`Name: ${name}`, `Version: ${version}`, 'License-Expression: Apache-2.0']) {
    if (!head.split('\n').includes(line)) problems.push(`METADATA has no line "${line}"`)
  }
  for (const part of [
    '.dist-info/licenses/LICENSE',
    '.dist-info/entry_points.txt',
    'cges/command/apps/cli/bundle/main.js',
  ]) {
    if (!files.some((file) => file.endsWith(part))) problems.push(`the wheel has no ${part}`)
  }
  return [...problems, ...readmeProblems(readme, name)]
}

function exported(entry) {
  if (typeof entry === 'string') return [entry]
  return Object.values(entry ?? {}).flatMap(exported)
}

function licenceProblems(folder) {
  return readIfThere(join(folder, 'LICENSE')).includes('Apache License') ? [] : ['there is no LICENSE']
}

/** A registry shows the README alone: what it links to must have an address. */
function readmeProblems(text, name) {
  if (!text.startsWith('# ')) return [`README.md is missing or has no title: ${name}'s page would be empty`]
  const links = [...text.matchAll(/\]\(([^)]+)\)/gu)].map(([, target]) => target)
  const broken = links.filter((target) => !/^(?:https:|#)/u.test(target))
  return broken.map((target) => `README.md links to ${target}, which leads nowhere on a registry's page`)
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
