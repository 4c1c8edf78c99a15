import { dirname } from 'node:path'

/** What fits into one file of the house. */
const MOST_LINES = 250

/** Counts the files that one other file alone imports, from the same folder, and that would fit into it. */
export function singleImporters(graph, sources) {
  const importers = new Map(sources.map((path) => [path, []]))
  for (const path of sources) for (const target of graph.linksOf(path)) importers.get(target)?.push(path)
  const lines = (path) => graph.texts.get(path).split('\n').length
  return sources.filter((path) => {
    const [only, ...others] = importers.get(path)
    return (
      only !== undefined &&
      others.length === 0 &&
      dirname(only) === dirname(path) &&
      lines(only) + lines(path) <= MOST_LINES
    )
  })
}

/** Lists every file that a file reaches by imports of values. */
export function reachOf(graph, entry) {
  const found = new Set(graph.texts.has(entry) ? [entry] : [])
  for (const path of found) for (const next of graph.importsOf(path)) found.add(next)
  return found
}

/** Counts the groups of files that lead to each other by imports, types included (Tarjan). */
export function circles(graph, sources) {
  const known = new Set(sources)
  const index = new Map()
  const low = new Map()
  const open = []
  let groups = 0
  const visit = (path) => {
    index.set(path, index.size)
    low.set(path, index.get(path))
    open.push(path)
    for (const next of graph.linksOf(path).filter((each) => known.has(each))) {
      if (!index.has(next)) visit(next)
      if (open.includes(next)) low.set(path, Math.min(low.get(path), low.get(next)))
    }
    if (low.get(path) !== index.get(path)) return
    const group = open.splice(open.indexOf(path))
    if (group.length > 1) groups++
  }
  for (const path of sources) if (!index.has(path)) visit(path)
  return groups
}
