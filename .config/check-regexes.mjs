// Looks for regular expressions that outside text can make slow: time that grows faster than the text does, as recheck
// finds it, with an attack to show. Every one in the sources of apps and packages is looked at, also those put together
// when a module is loaded, which must be compiled. The judge gives one expression the same verdict wherever it runs, so those
// found safe are kept in a file and looked at again for a release (CGES_RELEASE=1).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findRegexes } from './regexes/find-regexes.mjs'
import { judgeRegex, keyOf } from './regexes/judge-regex.mjs'
import { loadRegexes } from './regexes/load-regexes.mjs'

const SAFE = join('.config', 'regexes', 'safe.txt')
const EXCEPTIONS = join('.config', 'regexes', 'exceptions.json')

const kept = readOr(SAFE, '')
const known = new Set(process.env.CGES_RELEASE === undefined ? kept.split('\n') : [])
const exceptions = JSON.parse(readOr(EXCEPTIONS, '[]'))
const { literals, built } = findRegexes()
const { loaded, unloaded } = await loadRegexes(built)
const regexes = [...literals, ...loaded].map((regex) => ({ ...regex, text: `/${regex.source}/${regex.flags}` }))
const verdicts = new Map()
for (const regex of regexes) {
  const key = keyOf(regex)
  if (!verdicts.has(key)) verdicts.set(key, known.has(key) ? 'safe' : judgeRegex(regex))
}
const safe = [...verdicts.keys()].filter((key) => verdicts.get(key) === 'safe').toSorted((a, b) => (a < b ? -1 : 1))
const keeping = safe.map((key) => `${key}\n`).join('')
if (keeping !== kept) {
  mkdirSync(dirname(SAFE), { recursive: true })
  writeFileSync(SAFE, keeping)
}

const slow = regexes.filter((regex) => verdicts.get(keyOf(regex)) !== 'safe')
const faults = [
  ...slow.flatMap((regex) =>
    exceptions.some((each) => isAbout(each, regex))
      ? []
      : `${regex.file}:${regex.line} ${regex.text}\n  ${verdicts.get(keyOf(regex))}`,
  ),
  ...unloaded.map(
    ({ file, line }) =>
      `${file}:${line} is built where it is used, so it cannot be looked at: build it when the module is loaded`,
  ),
  ...exceptions.flatMap((each) => {
    if (!slow.some((regex) => isAbout(each, regex))) return `${EXCEPTIONS}: take out ${each.file} ${each.regex}`
    return typeof each.reason === 'string' && each.reason.length > 20 ? [] : `${EXCEPTIONS}: say why ${each.file} may`
  }),
]
if (faults.length > 0) {
  console.error(`${faults.join('\n')}\n\nRewrite what is slow, or bound the text and say how in ${EXCEPTIONS}.`)
  process.exit(1)
}
console.log(`${regexes.length} regular expressions take linear time, but for ${exceptions.length} exceptions.`)

function isAbout({ file, regex }, found) {
  return file === found.file && regex === found.text
}

function readOr(path, otherwise) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return otherwise
    throw error
  }
}
