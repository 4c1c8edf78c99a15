import { ListBenchmarks, pathOf } from '@cges-fleet/core/contract'
import { type Body, HONEST, HOSTILE } from './bodies.js'
import { exportsOf, IMPORTS, newImport, samplesOf } from './imports.js'
import { WatchedApi } from './watched-api.js'

// What the largest bodies cost the API in the memory of its container: npm run bench -- bodies. A bench, not a test: for each
// kind of body, four at once from two teams, it prints the peak memory, the longest turn of the event loop in CPU time,
// and the slowest answer to a third team meanwhile, which on a busy machine depends on the machine. Benchmarks first,
// then samples of logs, as many as one question can have, then exports of what was imported.
const AT_ONCE = [0, 1, 2, 3]

const api = await WatchedApi.start()
try {
  for (const body of [...HONEST, ...HOSTILE]) await api.measure(publishing(body))
  for (const log of IMPORTS) {
    const ids = await Promise.all(AT_ONCE.map((n) => newImport(api, n)))
    const works = ids.map((id, n) => () => samplesOf(api, { id, team: n % 2, log }))
    await api.measure({ name: log.name, megabytes: log.megabytes, works })
    if (log.exported.length > 0) for (const id of ids) await api.takeIn(id)
    for (const file of log.exported) {
      const files = ids.map((id, n) => () => exportsOf(api, { id, team: n % 2, file }))
      await api.measure({ name: `${file} of ${log.name}`, megabytes: log.megabytes, works: files })
    }
  }
} finally {
  await api.stop()
}

function publishing({ name, type, make }: Body) {
  const bodies = AT_ONCE.map((n) => make(n))
  const works = bodies.map((body, n) => () => api.ask(pathOf(ListBenchmarks), n % 2, { type, body }))
  return { name, megabytes: (bodies[0]?.length ?? 0) / 1e6, works }
}
