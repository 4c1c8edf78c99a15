// Measures in numbers how easy a checkout is to work in: `node .config/measure-house.mjs [folder …]` prints a column
// for each folder, so that a state before a change can be compared with one after it. It only reads sources; nothing is
// built or run.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { circles, reachOf, singleImporters } from './measure/granularity.mjs'
import { ModuleGraph } from './measure/module-graph.mjs'
import { filesOnSamplesWay } from './measure/sample-way.mjs'
import { unusedExports } from './measure/unused-exports.mjs'

const NOT_OURS = new Set(['node_modules', 'dist', '.next', '.data', 'out', '.git'])
const API_PATH =
  /['"`/}]\/v1\/(?:accounts|audit|benchmarks|evaluations|forecasts|gateway|imports|keys|labels|pools|session|teams)(?![\w-])/gu
/** Where API paths may appear: the code that serves and declares them. */
const DECLARES = /^(?:packages\/core\/src\/contract\/|apps\/api\/src\/)/u

const PAGE = 'apps/dashboard/src/app/evaluations/[id]/page.tsx'

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['.']
const columns = folders.map((folder) => measure(resolve(folder)))
const titles = Object.keys(columns[0] ?? {})
console.log(`| | ${folders.map((folder) => basename(resolve(folder))).join(' | ')} |`)
console.log(`|${' --- |'.repeat(1 + folders.length)}`)
for (const title of titles) console.log(`| ${title} | ${columns.map((column) => column[title]).join(' | ')} |`)

function measure(root) {
  const files = ['apps', 'packages', 'test']
    .flatMap((group) => walk(join(root, group)))
    .map((path) => relative(root, path))
  const code = files.filter((path) => /\.tsx?$/u.test(path) && !path.endsWith('.d.ts'))
  const sources = code.filter((path) => !/\.test\.tsx?$|^test\//u.test(path))
  const texts = new Map(code.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const lines = sources.map((path) => texts.get(path).split('\n').length)
  const count = (paths, pattern) => paths.reduce((sum, path) => sum + (texts.get(path).match(pattern)?.length ?? 0), 0)
  const subjects = subjectsOf(root)
  const graph = new ModuleGraph(root, texts)
  return {
    'source files': sources.length,
    'lines of source': lines.reduce((sum, each) => sum + each, 0),
    ...granularity(graph, sources, lines),
    'files of tests': code.length - sources.length,
    'packages, and apps': `${foldersIn(root, 'packages')}, ${foldersIn(root, 'apps')}`,
    'exports of packages that no other package or app names': unusedExports(graph).length,
    'paths of the API spelt outside what declares or serves them': count(
      code.filter((path) => !DECLARES.test(path)),
      API_PATH,
    ),
    'files from the processors to the statements on a sample': filesOnSamplesWay(graph).length,
    'statements that a busy round may take, by its test': statementsOfARound(texts),
    'row types of SQL believed, not checked': existsSync(join(root, '.config', 'check-statements.mjs'))
      ? 0
      : count(sources, /\bquery<[^>]+>\(/gu),
    'files in the largest flat folder of the store': largestFolder(
      sources.filter((path) => path.startsWith('packages/db/src/')),
    ),
    'files that begin with read-': sources.filter((path) => basename(path).startsWith('read-')).length,
    'parameters typed where they stand ({ a, b }: { … })': count(sources, /\}: \{ /gu),
    'const [x, y] = [p, q]': count(sources, /const \[[^\]=]*,[^\]=]*\] = \[/gu),
    'subjects of commits over 72 characters, of the last 150': subjects.filter((subject) => subject.length > 72).length,
  }
}

/** How finely the code is cut, and how far a reader is led from one file. */
function granularity(graph, sources, lines) {
  return {
    'median lines a file': quantile(lines, 0.5),
    'lines of nine files in ten, at most': quantile(lines, 0.9),
    'files of one importer, beside it, that fit into it': singleImporters(graph, sources).length,
    'share of lines that import': `${((100 * importLines(sources, graph.texts)) / lines.reduce((sum, each) => sum + each, 0)).toFixed(1)} %`,
    "files that the evaluation's page reaches": reachOf(graph, PAGE).size,
    'circles of imports, types included': circles(graph, sources),
  }
}

function statementsOfARound(texts) {
  const [, most] = /toBeLessThanOrEqual\((\d+)\)/u.exec(texts.get('test/src/rounds/statements.test.ts') ?? '') ?? []
  return most ?? 'no test says'
}

function largestFolder(paths) {
  const sizes = new Map()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return Math.max(0, ...sizes.values())
}

function subjectsOf(root) {
  return execFileSync('git', ['-C', root, 'log', '-150', '--format=%s'], { encoding: 'utf8' }).trim().split('\n')
}

function foldersIn(root, group) {
  return readdirSync(join(root, group), { withFileTypes: true }).filter((entry) => entry.isDirectory()).length
}

function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0
}

function importLines(paths, texts) {
  const statements = paths.flatMap((path) => texts.get(path).match(/^import\s[^'"]*['"][^'"]+['"]/gmu) ?? [])
  return statements.reduce((sum, statement) => sum + statement.split('\n').length, 0)
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}
