import { runProcess } from '@cges-fleet/telemetry'
import { parseEnvironment } from './env.js'
import { FleetWorker } from './fleet-worker.js'
import { probe } from './probe.js'

async function main(): Promise<void> {
  const worker = await FleetWorker.start(parseEnvironment())
  let ending: Promise<void> | undefined
  const end = () => (ending ??= worker.drain().finally(() => process.exit(0)))
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', end)
}

runProcess('cges-worker', process.argv[2] === 'probe' ? probe : main)
