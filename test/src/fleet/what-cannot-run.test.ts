import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReportedServer, startReportedServer } from '../vllm/reported-server.js'
import { TestFleet } from './test-fleet.js'

const METHODS = ['sc@8', 'esc:window=4@8', 'asc-beta@8', 'cges:confidence=lns-arith,gamma=0.99@8']

let fleet: TestFleet
let server: ReportedServer

/** An evaluation of questions that have this server behave as reported. */
async function evaluate(behaviour: string, methods = METHODS) {
  const questions = Array.from({ length: 10 }, (_, at) => ({
    id: `q${at}`,
    question: `[S:${behaviour}] What is 3 times 4? (${at})`,
    answer: '12',
  }))
  const about = {
    title: behaviour,
    origin: 'imported',
    answerKind: 'math',
    template: '{question}',
    sampling: {},
  } as const
  await fleet.importBenchmark({ name: behaviour, ...about, questions })
  const { id } = await fleet.submit({ benchmark: behaviour, methods })
  return fleet.until(id, ({ status }) => status !== 'running')
}

describe('beside a server that behaves as reported', () => {
  beforeAll(async () => {
    server = await startReportedServer()
    fleet = await TestFleet.start({ redis: null, workers: 0, worker: { MODEL_SERVER_URL: server.url } })
    await fleet.startWorker()
  })

  afterAll(async () => {
    await fleet.stop()
    await server.close()
  })

  it.each(['nologprobs', 'nanlp', 'nulllp'])(
    '%s: methods that need no confidence have their figures',
    async (behaviour) => {
      const ended = await evaluate(behaviour)
      expect(ended).toMatchObject({ status: 'done', trials: { closed: 10, blocked: 0 }, notComparable: null })
      expect(ended.methods.map(({ label }) => label)).toEqual(['sc@8', 'esc:window=4@8', 'asc-beta@8'])
      expect(ended.methods.map(({ accuracy }) => accuracy?.value)).toEqual([1, 1, 1])
      expect(ended.setAside).toMatchObject([{ label: METHODS[3], note: { kind: 'no_logprobs' } }])
    },
  )

  it('nologprobs: nothing but CGES fails, and says what to do', async () => {
    const ended = await evaluate('nologprobs', METHODS.slice(3))
    expect(ended.status).toBe('failed')
    expect(ended.reason).toMatchObject({ kind: 'none_runs', counts: { questions: 10 }, why: 'no_logprobs' })
  })

  it('same: the evaluation is paused in the first round', async () => {
    const paused = await evaluate('same')
    expect(paused).toMatchObject({ status: 'paused', independence: { state: 'copies' } })
    expect(paused.samples.drawn).toBeLessThanOrEqual(80)
  })

  it('plain: nothing is said of a server that does what it is asked', async () => {
    const ended = await evaluate('plain')
    expect(ended).toMatchObject({ status: 'done', setAside: [], notes: [], warnings: [] })
    expect(ended.independence.state).toBe('distinct')
  })
})
