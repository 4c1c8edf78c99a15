import { parseArgs } from 'node:util'
import { apiBench } from './api/api-bench.js'
import type { Bench } from './bench.js'
import { environment } from './environment.js'
import { fleetBench } from './fleet/fleet-bench.js'
import { doubledBench } from './fleet/doubled-bench.js'
import { floorBench } from './fleet/floor-bench.js'
import { hogsBench } from './fleet/hogs-bench.js'
import { growthBench } from './growth/growth-bench.js'
import { memoryBench } from './memory/memory-bench.js'
import { pagesBench } from './pages/pages-bench.js'
import { pixelBench } from './pages/pixel-bench.js'
import { peersBench } from './peers/peers-bench.js'
import { repeat } from './repeat.js'
import { latencyBench } from './latency/latency-bench.js'
import { replayBench } from './replay/replay-bench.js'
import { foresightBench } from './slots/foresight-bench.js'
import { lookaheadBench } from './slots/lookahead-bench.js'
import { slotsBench } from './slots/slots-bench.js'
import { streamBench } from './stream/stream-bench.js'

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
  stream: streamBench,
  pages: pagesBench,
  pixel: pixelBench,
  peers: peersBench,
  'fleet-postgres': () => fleetBench('postgres', { questions: 200, budget: 8, concurrency: 16, warmUp: 32 }),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repetitions: { type: 'string', default: '3' } },
})
const [name = ''] = positionals
const make = BENCHES[name]
const repetitions = Number(values.repetitions)
if (make === undefined || !Number.isInteger(repetitions) || repetitions < 1) {
  console.error(`usage: npm run bench -- NAME [--repetitions N]; NAME is one of ${Object.keys(BENCHES).join(', ')}`)
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
for (const line of environment()) console.log(line)
console.log('Answers are simulated.')
console.log(JSON.stringify(await repeat(name, make(), repetitions)))
