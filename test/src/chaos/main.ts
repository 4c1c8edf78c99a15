import { parseArgs } from 'node:util'
import { guardProgram } from '../support/guard/guard-program.js'
import { defaultsFor, parseOptions, USAGE } from './options.js'
import { WaitFailed } from './patience/patience.js'
import { exitStatusOf, whatItProves } from './report.js'
import { runChaos } from './run-chaos.js'

const ROWS_SHOWN = 5

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      kills: { type: 'string' },
      pauses: { type: 'string' },
      backend: { type: 'string' },
      root: { type: 'string' },
      'limit-ms': { type: 'string' },
      events: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) {
    console.log(USAGE)
    return 0
  }
  const options = defaultsFor(parseOptions(values))
  const result = await runChaos({
    ...options,
    progress: (line) => console.log(line),
    ...(values.events === true ? { event: (line: string) => console.log(`  ${line}`) } : {}),
  })
  for (const { invariant, what, rows } of result.violations) {
    console.log(`broken (${invariant}): ${what}`)
    for (const row of rows.slice(0, ROWS_SHOWN)) console.log(`  ${JSON.stringify(row)}`)
  }
  if (result.failures.length > 0) {
    console.log(`seed ${options.seed} failed; its latest events:`)
    for (const event of result.events) console.log(`  ${event}`)
    for (const failure of result.failures) console.log(`failed: ${failure}`)
  }
  if (result.starved !== null) console.log(`starved: ${result.starved}`)
  const status = exitStatusOf(result)
  if (status === 0) console.log(whatItProves(result.report.kills))
  console.log(JSON.stringify(result.report))
  return status
}

guardProgram()
main().then(
  (code) => process.exit(code),
  (error: Error) => {
    const starved = error instanceof WaitFailed && error.starved
    console.log(`${starved ? 'starved' : 'failed'}: ${error.message}`)
    console.log(JSON.stringify({ starved }))
    process.exit(starved ? 2 : 1)
  },
)
