import { basename } from 'node:path'

/** Where a sample's life cycle runs: BullMQ's processors of rounds and calls. */
const PROCESSOR = /^apps\/(?:coordinator|worker)\/src\/.*\.processor\.ts$/u
/** A statement on the rows of samples and calls. */
const ON_ITS_ROWS = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:sample|call|sample_body|call_ledger)\b/u
const STATEMENTS = /^packages\/db\/src\/(?!functions\/|schema\/|access\/)/u
/** A function of the database that workers call, by its file's name. */
const FUNCTION = /^packages\/db\/src\/functions\//u

/**
 * Lists the files that a sample's life cycle runs through: those on a path from a processor to a statement on its rows,
 * following imports of names and calls of the database's functions.
 */
export function filesOnSamplesWay(graph) {
  const sources = [...graph.texts.keys()].filter((path) => !/\.test\.tsx?$|^test\//u.test(path))
  const functions = sources.filter((path) => FUNCTION.test(path))
  const callees = (path) =>
    functions.filter((file) => path !== file && graph.texts.get(path).includes(`${nameIn(file)}(`))
  const imports = new Map(
    sources.map((path) => [path, [...graph.importsOf(path), ...(STATEMENTS.test(path) ? callees(path) : [])]]),
  )
  const importers = new Map()
  for (const [path, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path])
  }
  const statements = sources.filter(
    (path) => (STATEMENTS.test(path) || FUNCTION.test(path)) && ON_ITS_ROWS.test(graph.texts.get(path)),
  )
  const ahead = reach(
    sources.filter((path) => PROCESSOR.test(path)),
    imports,
  )
  const behind = reach(statements, importers)
  return [...ahead].filter((path) => behind.has(path))
}

function nameIn(file) {
  return basename(file, '.ts').replaceAll('-', '_')
}

function reach(from, edges) {
  const found = new Set(from)
  for (const path of found) for (const next of edges.get(path) ?? []) found.add(next)
  return found
}
