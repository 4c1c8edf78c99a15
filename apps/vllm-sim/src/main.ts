import { demoScenario } from '@cges-fleet/core'
import { env } from './env.js'
import { readRecordedFile } from './recorded/read-recorded-file.js'
import { recordedResponder } from './recorded/recorded-responder.js'
import { readScenarioFile } from './simulated/read-scenario-file.js'
import { simulatedResponder } from './simulated/simulated-responder.js'
import { startSimulator, type SimulatorOptions } from './start-simulator.js'

async function answering(): Promise<Pick<SimulatorOptions, 'respond' | 'ownedBy'>> {
  if (env.MODE === 'recorded') {
    const questions = await readRecordedFile(env.RECORDED_FILE ?? '')
    return { respond: recordedResponder(questions), ownedBy: 'cges-fleet-recorded' }
  }
  const scenario = env.SCENARIO_FILE === undefined ? demoScenario() : await readScenarioFile(env.SCENARIO_FILE)
  return { respond: simulatedResponder(env.MODEL, scenario), ownedBy: 'cges-fleet-simulator' }
}

async function main(): Promise<void> {
  const simulator = await startSimulator({
    ...(await answering()),
    model: env.MODEL,
    timeScale: env.TIME_SCALE,
    maxNumSeqs: env.MAX_NUM_SEQS,
    host: env.HOST,
    port: env.PORT,
  })
  const stop = () => void simulator.close().finally(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.once('disconnect', stop)
  const listening = { listening: simulator.url }
  process.send?.(listening)
  process.stdout.write(`${JSON.stringify(listening)}\n`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
