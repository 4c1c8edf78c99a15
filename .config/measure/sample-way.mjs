/** Where a sample's life cycle runs: BullMQ's processors of rounds and calls. */
const PROCESSOR = /^apps\/(?:coordinator|worker)\/src\/.*\.processor\.ts$/u
/** A statement on the rows of samples and calls. */
const ON_ITS_ROWS = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:sample|call|sample_body|call_ledger)\b/u
const STATEMENTS = /^packages\/db\/src\/(?!schema\/|access\/)/u
/** A function of the database, where it is defined. */
const FUNCTION = /\bname: '(\w+)',\n\s+takes:/gu

/**
 * Lists the files that a sample's life cycle runs through: those on a path from a processor to a statement on its rows,
 * following imports of names and calls of the database's functions.
 */
export function filesOnSamplesWay(graph) {
  const sources = [...graph.texts.keys()].filter((path) => !/\.test\.tsx?$|^test\//u.test(path))
  const functions = sources
    .filter((path) => STATEMENTS.test(path))
    .flatMap((path) => [...graph.texts.get(path).matchAll(FUNCTION)].map(([, name]) => ({ path, name })))
  const callees = (path) =>
    functions
      .filter((one) => one.path !== path && graph.texts.get(path).includes(`${one.name}(`))
      .map((one) => one.path)
  const imports = new Map(
    sources.map((path) => [path, [...graph.importsOf(path), ...(STATEMENTS.test(path) ? callees(path) : [])]]),
  )
  const importers = new Map()
  for (const [path, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path])
  }
  const statements = sources.filter((path) => STATEMENTS.test(path) && ON_ITS_ROWS.test(graph.texts.get(path)))
  const ahead = reach(
    sources.filter((path) => PROCESSOR.test(path)),
    imports,
  )
  const behind = reach(statements, importers)
  return [...ahead].filter((path) => behind.has(path))
}

function reach(from, edges) {
  const found = new Set(from)
  for (const path of found) for (const next of edges.get(path) ?? []) found.add(next)
  return found
}
