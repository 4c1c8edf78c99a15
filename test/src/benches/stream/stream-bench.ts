import type { Bench, Repetition } from '../bench.js'
import { BenchFleet } from '../fleet/bench-fleet.js'
import { BenchStores } from '../fleet/bench-stores.js'
import { cpuSeconds } from '../fleet/cpu-seconds.js'
import { tokenEvent, TokenModel } from './token-model.js'

const QUESTIONS = 100
const TOKENS = 1000
/** vLLM's default maximum. */
const ALTERNATIVES = 20

/** A worker's CPU microseconds per streamed token with its log-probability, beside only parsing the same JSON. */
export function streamBench(): Bench {
  return {
    unit: 'µs/token',
    value: 'worker',
    beside: 'JSON.parse alone',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const model = await TokenModel.start()
      const fleet = await BenchFleet.start(stores, { questions: QUESTIONS, concurrency: 16 }, model)
      try {
        await fleet.evaluate('sc@2')
        const short = await workersMs(fleet, model, { tokens: 1, alternatives: 0 })
        const plain = await workersMs(fleet, model, { tokens: TOKENS, alternatives: 0 })
        const top = await workersMs(fleet, model, { tokens: TOKENS, alternatives: ALTERNATIVES })
        const perToken = (ms: number): number => ((ms - short) * 1000) / ((TOKENS - 1) * QUESTIONS)
        const also = {
          top20: perToken(top),
          top20ParseAlone: parseMicros(ALTERNATIVES),
          tokensPerCoreSecond: 1e6 / perToken(plain),
        }
        return { value: perToken(plain), beside: parseMicros(0), also }
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

/** The workers' CPU milliseconds for one answer to every question. */
async function workersMs(fleet: BenchFleet, model: TokenModel, answering: TokenModel['answering']): Promise<number> {
  Object.assign(model.answering, answering)
  const workers = fleet.parts.filter(({ name }) => name === 'worker')
  const used = (): number => workers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
  const before = used()
  await fleet.evaluate('sc@1')
  return (used() - before) * 1000
}

function parseMicros(alternatives: number): number {
  const events = Array.from({ length: 20_000 }, (_, at) => tokenEvent(at, alternatives))
  const before = process.cpuUsage()
  let parsed = 0
  for (const event of events) parsed += Object.keys(JSON.parse(event) as object).length
  const { user, system } = process.cpuUsage(before)
  if (parsed === 0) throw new Error('nothing was parsed')
  return (user + system) / events.length
}
