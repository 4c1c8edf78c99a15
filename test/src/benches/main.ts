import { parseArgs } from 'node:util'
import { guardProgram } from '../support/guard/guard-program.js'
import { apiBench } from './api-bench.js'
import { type Bench, environment, repeat } from './bench.js'
import { doubledBench, fleetBench, hogsBench } from './fleet/fleet-benches.js'
import { floorBench } from './fleet/floor-bench.js'
import { gatewayBench } from './gateway-bench.js'
import { growthBench } from './growth-bench.js'
import { memoryBench } from './memory-bench.js'
import { pagesBench } from './pages/pages-bench.js'
import { pixelBench } from './pages/pixel-bench.js'
import { peersBench } from './peers/peers-bench.js'
import { latencyBench } from './latency-bench.js'
import { replayBench } from './replay/replay-bench.js'
import { foresightBench } from './slots/foresight-bench.js'
import { lookaheadBench, slotsBench } from './slots/slots-bench.js'
import { streamBench } from './stream-bench.js'

// npm run bench -- NAME [--repetitions N]: measures one thing beside another in the same run. A bench, not a test: it
// prints its result. The last line is the result as JSON.
const BENCHES: Readonly<Record<string, () => Bench>> = {
  fleet: () => fleetBench('redis', { questions: 400, budget: 8, concurrency: 16, warmUp: 32 }),
  floor: floorBench,
  doubled: doubledBench,
  hogs: hogsBench,
  replay: () => replayBench(14_079),
  slots: slotsBench,
  lookahead: lookaheadBench,
  foresight: foresightBench,
  api: apiBench,
  memory: () => memoryBench(16_000),
  'memory-large': () => memoryBench(1_000_000),
  growth: () => growthBench(1_000_000),
  'growth-large': () => growthBench(10_000_000),
  latency: latencyBench,
  gateway: gatewayBench,
  stream: streamBench,
  pages: pagesBench,
  pixel: pixelBench,
  peers: peersBench,
  'fleet-postgres': () => fleetBench('postgres', { questions: 200, budget: 8, concurrency: 16, warmUp: 32 }),
}

/** Benches that print a table of their own as they go: each is a script, begun by importing it. */
const TABLES: Readonly<Record<string, () => Promise<unknown>>> = {
  bodies: () => import('./bodies/large-bodies.js'),
  questions: () => import('./large-questions.js'),
  proxies: () => import('./peers/proxies-bench.js'),
  backlog: () => import('./long-backlog.js'),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repetitions: { type: 'string', default: '3' } },
})
const [name = ''] = positionals
const make = BENCHES[name]
const repetitions = Number(values.repetitions)
const table = TABLES[name]
guardProgram()
if (table !== undefined) {
  await table()
  process.exit()
}
if (make === undefined || !Number.isInteger(repetitions) || repetitions < 1) {
  console.error(
    `usage: npm run bench -- NAME [--repetitions N]; NAME is one of ${Object.keys({ ...BENCHES, ...TABLES }).join(', ')}`,
  )
  process.exit(2)
}
for (const line of environment()) console.log(line)
console.log('Answers are simulated.')
console.log(JSON.stringify(await repeat(name, make(), repetitions)))
