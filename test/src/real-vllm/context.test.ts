import { afterEach, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { counterQuestions } from './questions.js'
import { report } from './page.js'
import { NEEDS, PYTHON, type RealVllm, startVllm } from './start-vllm.js'

describe.skipIf(PYTHON === undefined)(`the first evaluation of somebody who sets nothing (${NEEDS})`, () => {
  let server: RealVllm | undefined
  let fleet: TestFleet | undefined

  afterEach(async () => {
    await fleet?.stop()
    await server?.kill()
  })

  it.each([512, 4096])('draws every sample where the context is %i tokens', { timeout: 1_800_000 }, async (tokens) => {
    server = await startVllm(['--max-model-len', `${tokens}`])
    fleet = await TestFleet.start({ redis: null, workers: 0, concurrency: 16 })
    await fleet.startWorker({ MODEL_SERVER_URL: server.url })
    await fleet.importBenchmark(counterQuestions(10))
    const { id } = await fleet.submit({ benchmark: 'counter', methods: ['sc@4'] })
    const view = await fleet.until(id, ({ status }) => status === 'done', 900_000)
    expect(view.pool.maxModelLen).toBe(tokens)
    expect(view.sampling.maxTokens).toBe(4096)
    const outcomes = await fleet.sql<{ outcome: string; n: number }>(
      `SELECT outcome, count(*)::int AS n FROM sample WHERE evaluation_id = $1 GROUP BY 1`,
      [id],
    )
    expect(outcomes).toEqual([{ outcome: 'answer', n: 40 }])
    const refused = fleet.submit({ benchmark: 'counter', methods: ['sc@4'], sampling: { maxTokens: tokens } })
    await expect(refused).rejects.toThrow(/do not fit into pool test/)
    report(`a context of ${tokens} tokens, nothing set`, '40 of 40 samples drawn')
  })
})
