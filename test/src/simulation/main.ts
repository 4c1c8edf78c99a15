import { parseArgs } from 'node:util'
import { type Guard, GUARDS } from './model-tables.js'
import { scenarioOf, shrink, simulate } from './simulate.js'

const USAGE = `npm run simulate -- [--seed TEXT] [--steps N] [--rate R] [--without GUARD]

Runs the fleet's protocol in one process on a clock of its own: rounds with their real plan, claims, leases and queues, with
kills, pauses, lost and repeated deliveries, lost keys and jumps of the clock between any two steps. Ends with 1 and the fewest
faults that it takes if a promise is broken. The same seed always gives the same run.

  --seed TEXT      one run with this seed
  --steps N        as many runs as take so many steps (1000000)
  --rate R         how often a step meets a fault, 0 to 1 (0.01)
  --without GUARD  takes away a guard, one of:
${GUARDS.map((guard) => `                     ${guard}`).join('\n')}`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      steps: { type: 'string', default: '1000000' },
      rate: { type: 'string', default: '0.01' },
      without: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const guard = GUARDS.find((each) => each === values.without)
  if (values.help === true || (values.without !== undefined && guard === undefined)) {
    console.log(USAGE)
    return values.help === true ? 0 : 2
  }
  const without: readonly Guard[] = guard === undefined ? [] : [guard]
  const faults = { rate: Number(values.rate), untilStep: 6000 }
  const startedAt = performance.now()
  let [steps, made] = [0, 0]
  for (let at = 0; steps < (values.seed === undefined ? Number(values.steps) : 1); at += 1) {
    const run = await simulate(scenarioOf(values.seed ?? `seed ${at}`, without), { faults })
    steps += run.steps
    made += run.faults.size
    if (run.wrongs.length === 0) continue
    const { scenario, faults: least, wrongs } = await shrink(run)
    console.log(JSON.stringify({ scenario, faults: [...least], wrongs }, null, 2))
    console.log(
      `broken after ${steps} steps; ${run.faults.size} faults shrunk to ${least.size}: --seed "${scenario.seed}"`,
    )
    return 1
  }
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${steps} steps with ${made} faults held every promise: ${Math.round(steps / seconds)} steps a second`)
  return 0
}

process.exitCode = await main()
