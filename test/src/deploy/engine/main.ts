import { deployEngine } from './deploy-engine.js'
import { parseOptions, USAGE } from './options.js'
import { exitCode, headOf, stepTable, table } from './report.js'

// `npm run test:with -- engine`: the deployment on a real container engine.
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopped = true
    console.error('ending: taking everything down')
  })

try {
  const options = parseOptions(process.argv.slice(2))
  if (options.help) console.log(USAGE)
  else process.exitCode = await report(options)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function report(options: ReturnType<typeof parseOptions>): Promise<number> {
  const done = await deployEngine(
    options,
    (line) => console.error(line),
    () => stopped,
  )
  if (Array.isArray(done)) {
    console.log(`skipped: no container engine can run here\n${done.map((reason) => `- ${reason}`).join('\n')}`)
    return 0
  }
  const head = ['container', 'memory', 'of', 'processes', 'of a processor']
  console.log(`${headOf(done)}\n`)
  console.log(`${stepTable(done.outcomes)}\n`)
  if (done.containers.length > 0) console.log(`At rest, over 60 s:\n\n${table(head, done.containers)}`)
  return exitCode(done.outcomes)
}
