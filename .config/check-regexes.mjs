// Looks for regular expressions that outside text can make slow: time that grows faster than the text does, as recheck
// finds it, with an attack to show. Every one in the sources of apps and packages is looked at, also those put together
// when a module is loaded, which must be compiled. What is known is kept in node_modules/.cache.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findRegexes } from './regexes/find-regexes.mjs'
import { JUDGE, judgeRegex } from './regexes/judge-regex.mjs'
import { loadRegexes } from './regexes/load-regexes.mjs'

const CACHE = join('node_modules', '.cache', 'regexes.json')
const EXCEPTIONS = join('.config', 'regexes', 'exceptions.json')

const known = readOr(CACHE, {})
const exceptions = readOr(EXCEPTIONS, [])
const { literals, built } = findRegexes()
const { loaded, unloaded } = await loadRegexes(built)
const regexes = [...literals, ...loaded].map((regex) => ({ ...regex, text: `/${regex.source}/${regex.flags}` }))
const verdicts = Object.fromEntries(regexes.map((regex) => [keyOf(regex), null]))
for (const regex of regexes) verdicts[keyOf(regex)] ??= known[keyOf(regex)] ?? judgeRegex(regex)
mkdirSync(dirname(CACHE), { recursive: true })
writeFileSync(CACHE, JSON.stringify(verdicts))

const slow = regexes.filter((regex) => verdicts[keyOf(regex)] !== 'safe')
const faults = [
  ...slow.flatMap((regex) =>
    exceptions.some((each) => isAbout(each, regex))
      ? []
      : `${regex.file}:${regex.line} ${regex.text}\n  ${verdicts[keyOf(regex)]}`,
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

function keyOf({ source, flags }) {
  return createHash('sha256').update(`${JUDGE} ${source} ${flags}`).digest('hex')
}

function isAbout({ file, regex }, found) {
  return file === found.file && regex === found.text
}

function readOr(path, otherwise) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return otherwise
    throw error
  }
}
