import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadQuestions, TINY_MODEL } from '@cges-fleet/tiny-llama'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectSaved, Harnesses } from './harnesses.js'
import { choiceQuestions, LM_BENCHMARKS, writeDatasets } from './lm-benchmarks.js'
import { PEERS_PYTHON } from './run-peer.js'
import { BUDGET, ServedQuestions, VOTED } from './served-questions.js'
import { type TinQuestion, tinQuestions } from './tin-questions.js'
import { tinTask } from './tin-task.js'

/** To load Inspect or lm-eval takes many seconds of a processor. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const QUESTIONS = 80

function servedSums(sums: readonly TinQuestion[]): ServedQuestions {
  const choices = choiceQuestions(sums)
  const served = new ServedQuestions({ tins: sums, choices, all: [...sums, ...choices] })
  writeDatasets(served.folder, { sums, choices })
  return served
}

const ASKED = { questions: QUESTIONS, budget: BUDGET }

describe.skipIf(PEERS_PYTHON === undefined)(
  'other programs with one address changed (npm run test:with -- peers)',
  () => {
    let served: ServedQuestions
    let harnesses: Harnesses

    beforeAll(async () => {
      served = servedSums(tinQuestions(QUESTIONS))
      const scenario = join(served.folder, 'all.jsonl')
      harnesses = await served.start({ MODEL: 'sim', SCENARIO_FILE: scenario }, 1024)
    })

    afterAll(() => served?.stop())

    it.each(['tins_pattern', 'tins_includes', 'tins_choice'])('Inspect, %s: the gateway’s own method', async (task) => {
      const voted = await harnesses.inspect(served.simulator, { task, model: 'sim', how: VOTED })
      const early = await harnesses.inspect(served.gateway, { task, model: 'test' })
      expect(voted.accuracy).toBeGreaterThan(0.5)
      expectSaved({ name: `Inspect, ${task}`, kind: 'simulated', ...ASKED, voted, early })
    })

    it.each(LM_BENCHMARKS)('lm-eval, $task: ASC behind its model’s name', async (benchmark) => {
      const voted = await harnesses.lmVote(benchmark, { model: 'sim', repeats: BUDGET })
      const model = `test@asc-beta:threshold=0.9@${BUDGET}`
      const early = await harnesses.lmEval(served.gateway, { task: benchmark.task, model })
      expect(voted.accuracy).toBeGreaterThan(0.5)
      expectSaved({ name: `lm-eval, ${benchmark.task}`, kind: 'simulated', ...ASKED, voted, early })
    })
  },
)

/** The tiny model's questions of up to five turns: of longer ones it gets fewer right than a vote can mend. */
function counterQuestions(): TinQuestion[] {
  const short = loadQuestions().filter(({ question }) => question.split(',').length <= 5)
  return short.slice(0, QUESTIONS).map(({ id, question, answer }) => {
    const distractors = [1, 2, 3].map((slip) => String((Number(answer) + slip) % 10))
    return { id, question, answer: answer ?? '', distractors, difficulty: 0.5 }
  })
}

describe.skipIf(PEERS_PYTHON === undefined)('the same programs on the tiny model (npm run test:with -- peers)', () => {
  const served = servedSums(counterQuestions())
  let harnesses: Harnesses

  beforeAll(async () => {
    harnesses = await served.start({ MODE: 'tiny', MODEL: TINY_MODEL }, 128)
  })

  afterAll(() => served?.stop())

  it('Inspect, its scorer pattern', async () => {
    const task = 'tins_pattern'
    const voted = await harnesses.inspect(served.simulator, { task, model: TINY_MODEL, how: VOTED })
    const early = await harnesses.inspect(served.gateway, { task, model: 'test' })
    expect(voted.accuracy).toBeGreaterThan(0.5)
    expectSaved({ name: 'Inspect, pattern', kind: 'the tiny model', ...ASKED, voted, early })
  })

  it('lm-eval, a task of ours', async () => {
    mkdirSync(join(served.folder, 'voting'))
    mkdirSync(join(served.folder, 'plain'))
    const questions = join(served.folder, 'tins.jsonl')
    writeFileSync(join(served.folder, 'voting/tins.yaml'), tinTask(questions, BUDGET))
    writeFileSync(join(served.folder, 'plain/tins.yaml'), tinTask(questions, 1))
    const [task, model] = ['tins', `test@asc-beta:threshold=0.9@${BUDGET}`]
    const voted = await harnesses.lmEval(served.simulator, {
      task,
      model: TINY_MODEL,
      how: ['--include_path', 'voting'],
    })
    const early = await harnesses.lmEval(served.gateway, { task, model, how: ['--include_path', 'plain'] })
    expect(voted.accuracy).toBeGreaterThan(0.5)
    expectSaved({ name: 'lm-eval, a task of ours', kind: 'the tiny model', ...ASKED, voted, early })
  })

  // The model was not trained on this benchmark's words, so it is right less often.
  it.each(LM_BENCHMARKS.slice(0, 1))('lm-eval, $task', async (benchmark) => {
    const voted = await harnesses.lmVote(benchmark, { model: TINY_MODEL, repeats: BUDGET })
    const early = await harnesses.lmEval(served.gateway, {
      task: benchmark.task,
      model: `test@asc-beta:threshold=0.9@${BUDGET}`,
    })
    expect(voted.accuracy).toBeGreaterThan(0.15)
    expectSaved({ name: `lm-eval, ${benchmark.task}`, kind: 'the tiny model', ...ASKED, voted, early })
  })
})
