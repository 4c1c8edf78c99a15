/** Lists what packages' indexes export and no other package, app or test names. */
export function unusedExports(graph) {
  const users = new Map()
  for (const [path, text] of graph.texts) {
    for (const word of text.match(/\w+/gu) ?? []) {
      if (!users.has(word)) users.set(word, new Set())
      users.get(word).add(ownerOf(path))
    }
  }
  const indexes = [...graph.texts.keys()].filter((path) => /^packages\/[^/]+\/src\/index\.ts$/u.test(path))
  return indexes.flatMap((index) =>
    graph
      .exportsOf(index)
      .filter(({ name }) => [...(users.get(name) ?? [])].every((user) => user === ownerOf(index)))
      .map(({ name, path }) => ({ index, name, path })),
  )
}

/** The package or app that a file is in; tests are one. */
function ownerOf(path) {
  return path.startsWith('test/') ? 'test' : path.split('/').slice(0, 2).join('/')
}
