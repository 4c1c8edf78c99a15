import { setTimeout as sleep } from 'node:timers/promises'
import { demoScenario } from '@cges-fleet/core'
import { echoResponder } from './echo/echo-responder.js'
import { env } from './env.js'
import { readFaultRules } from './faults/read-fault-rules.js'
import { readRecordedFile } from './recorded/read-recorded-file.js'
import { recordedResponder } from './recorded/recorded-responder.js'
import { simulatedStepScorer } from './reward/simulated-step-scorer.js'
import { profiledCharacter } from './simulated/profiled-character.js'
import { readProfile } from './simulated/read-profile.js'
import { readScenarioFile } from './simulated/read-scenario-file.js'
import { simulatedResponder } from './simulated/simulated-responder.js'
import { startSimulator, type SimulatorOptions } from './start-simulator.js'

type Answering = Pick<SimulatorOptions, 'respond' | 'ownedBy' | 'score'>

async function answering(): Promise<Answering> {
  switch (env.MODE) {
    case 'recorded': {
      const questions = await readRecordedFile(env.RECORDED_FILE ?? '')
      return { respond: recordedResponder(questions), ownedBy: 'cges-fleet-recorded' }
    }
    case 'echo':
      return { respond: echoResponder(), ownedBy: 'cges-fleet-simulator' }
    case 'simulated': {
      const scenario = env.SCENARIO_FILE === undefined ? demoScenario() : await readScenarioFile(env.SCENARIO_FILE)
      const profile =
        env.PROFILE === undefined ? undefined : profiledCharacter(await readProfile(env.PROFILE), scenario)
      const simulation = { thinks: env.REASONING, ...(profile === undefined ? {} : { character: profile }) }
      const respond = simulatedResponder(env.MODEL, scenario, simulation)
      return { respond, ownedBy: 'cges-fleet-simulator', score: simulatedStepScorer(env.MODEL, scenario) }
    }
  }
}

async function main(): Promise<void> {
  const answers = await answering()
  const faults = readFaultRules(env.FAULTS)
  await sleep(env.STARTUP_MS)
  const simulator = await startSimulator({
    ...answers,
    faults,
    model: env.MODEL,
    timeScale: env.TIME_SCALE,
    maxNumSeqs: env.MAX_NUM_SEQS,
    maxModelLen: env.MAX_MODEL_LEN,
    kvCacheTokens: env.KV_CACHE_TOKENS,
    fullLoadFactor: env.FULL_LOAD_FACTOR,
    apiKey: env.API_KEY,
    priorities: env.PRIORITY_SCHEDULING,
    host: env.HOST,
    port: env.PORT,
  })
  process.once('SIGTERM', () => end(simulator.shutDown(1000 * env.SHUTDOWN_TIMEOUT)))
  process.once('SIGINT', () => end(simulator.close()))
  process.once('disconnect', () => end(simulator.close()))
  const listening = { listening: simulator.url }
  process.send?.(listening)
  process.stdout.write(`${JSON.stringify(listening)}\n`)
}

function end(ending: Promise<void>): void {
  void ending.finally(() => process.exit(0))
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
