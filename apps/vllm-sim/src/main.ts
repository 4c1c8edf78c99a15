import { setTimeout as sleep } from 'node:timers/promises'
import { demoScenario } from '@cges-fleet/formats'
import { MOST_SEQUENCES, openTinyLlama, TINY_MODEL } from '@cges-fleet/tiny-llama'
import { echoResponder } from './answers/echo-responder.js'
import { env } from './env.js'
import { parseFaultRules } from './faults/fault.js'
import { loadRecordedFile, recordedResponder } from './recorded/recorded-responder.js'
import { simulatedStepScorer } from './reward/step-scorer.js'
import { loadProfile, profiledCharacter } from './simulated/profiled-character.js'
import { loadScenarioFile, simulatedResponder } from './simulated/simulated-responder.js'
import { tinyResponder, tinyTokenizer } from './tiny/tiny-responder.js'
import { startSimulator, type SimulatorOptions } from './start-simulator.js'

type Answering = Pick<
  SimulatorOptions,
  'respond' | 'ownedBy' | 'inventsAnswers' | 'score' | 'tokenizer' | 'version' | 'maxNumSeqs' | 'maxModelLen'
>

const SIMULATED_MODEL = 'simulated-model'

async function answering(model: string): Promise<Answering> {
  switch (env.MODE) {
    case 'recorded': {
      const questions = await loadRecordedFile(env.RECORDED_FILE ?? '')
      return { respond: recordedResponder(questions), ownedBy: 'cges-fleet-recorded' }
    }
    case 'tiny':
      return tinyAnswering()
    case 'echo':
      return { respond: echoResponder(), ownedBy: 'cges-fleet-simulator', inventsAnswers: true }
    case 'simulated': {
      const scenario = env.SCENARIO_FILE === undefined ? demoScenario() : await loadScenarioFile(env.SCENARIO_FILE)
      const profile =
        env.PROFILE === undefined ? undefined : profiledCharacter(await loadProfile(env.PROFILE), scenario)
      const refusesUnknown = env.UNKNOWN_QUESTIONS === 'refuse'
      const simulation = {
        thinks: env.REASONING,
        refusesUnknown,
        ...(profile === undefined ? {} : { character: profile }),
      }
      const respond = simulatedResponder(model, scenario, simulation)
      const score = simulatedStepScorer(model, scenario)
      return { respond, ownedBy: 'cges-fleet-simulator', inventsAnswers: !refusesUnknown, score }
    }
  }
}

/** The tiny model's own context and concurrency apply, whatever is configured. */
function tinyAnswering(): Answering {
  const tiny = openTinyLlama()
  return {
    respond: tinyResponder(tiny),
    ownedBy: 'cges-fleet-tiny',
    version: 'tiny-llama-0.1.0',
    tokenizer: tinyTokenizer(tiny.tokenizer),
    maxNumSeqs: Math.min(env.MAX_NUM_SEQS, MOST_SEQUENCES),
    maxModelLen: tiny.llama.config.max_position_embeddings,
  }
}

async function main(): Promise<void> {
  const model = env.MODEL ?? (env.MODE === 'tiny' ? TINY_MODEL : SIMULATED_MODEL)
  const answers = await answering(model)
  const faults = parseFaultRules(env.FAULTS)
  await sleep(env.STARTUP_MS)
  const options = {
    faults,
    model,
    timeScale: env.TIME_SCALE,
    maxNumSeqs: env.MAX_NUM_SEQS,
    maxModelLen: env.MAX_MODEL_LEN,
    kvCacheTokens: env.KV_CACHE_TOKENS,
    fullLoadFactor: env.FULL_LOAD_FACTOR,
    apiKey: env.API_KEY,
    priorities: env.PRIORITY_SCHEDULING,
    host: env.HOST,
    port: env.PORT,
    ...answers,
  }
  const simulator = await startSimulator(options, () => process.exit(1))
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
