import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectSaved, type Harnesses } from './harnesses.js'
import { writeDataset } from './lm-benchmarks.js'
import { PEERS_PYTHON } from './run-peer.js'
import { BUDGET, ServedQuestions, VOTED } from './served-questions.js'
import type { TinQuestion } from './tin-questions.js'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const BENCHMARKS = fileURLToPath(new URL('../../../../shared/data/benchmarks/', import.meta.url))
const QUESTIONS = 80

interface Row {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly solution?: string
  readonly choices?: readonly string[]
}

function rowsOf(file: string): Row[] {
  const bytes = readFileSync(join(BENCHMARKS, file))
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const rows = text.trim().split('\n').slice(0, QUESTIONS)
  return rows.map((row) => JSON.parse(row) as Row)
}

const ended = (answer: string | number) => `ANSWER: ${answer} `

/** Questions as the simulated model is told of them. It ends as these benchmarks ask, inside its box. */
function scenarioOf(rows: readonly Row[]): TinQuestion[] {
  return rows.map(({ id, question, answer, choices }, n) => {
    const letters = ['A', 'B', 'C', 'D'].filter((letter) => letter !== answer)
    const wrong = choices === undefined ? [1, 2, 10].map((slip) => Number(answer.replaceAll(',', '')) + slip) : letters
    const difficulty = 0.1 + (0.8 * n) / rows.length
    return { id, question, answer: ended(answer), distractors: wrong.slice(0, 3).map(ended), difficulty }
  })
}

describe.skipIf(PEERS_PYTHON === undefined || !existsSync(BENCHMARKS))(
  'benchmarks of Inspect Evals by their own questions (npm run test:with -- peers; needs ../shared)',
  () => {
    let served: ServedQuestions
    let harnesses: Harnesses
    const counts = new Map<string, number>()

    beforeAll(async () => {
      const [gsm8k, aime, mmlu] = [rowsOf('gsm8k_test.jsonl'), rowsOf('aime24.jsonl'), rowsOf('mmlu_pro_test.jsonl.gz')]
      served = new ServedQuestions({ all: [gsm8k, aime, mmlu].flatMap(scenarioOf) })
      const write = (name: string, config: string, split: string, rows: readonly object[]) =>
        writeDataset(join(served.folder, name), config, { [split]: rows })
      const solved = gsm8k.map(({ question, solution = '' }) => ({ question, answer: solution }))
      write('openai/gsm8k', 'main', 'test', solved)
      const named = aime.map((row) => ({ ID: row.id, Problem: row.question, Answer: row.answer, Solution: '' }))
      write('Maxwell-Jia/AIME_2024', 'default', 'train', named)
      const chosen = mmlu.map(({ id, question, answer, choices: options }) => {
        return { question_id: id, question, answer, options, cot_content: '', category: 'all' }
      })
      write('TIGER-Lab/MMLU-Pro', 'default', 'test', chosen)
      for (const [name, rows] of Object.entries({ gsm8k, aime2024: aime, mmlu_pro: mmlu }))
        counts.set(name, rows.length)
      harnesses = await served.start({ MODEL: 'sim', SCENARIO_FILE: join(served.folder, 'all.jsonl') }, 1024)
    })

    afterAll(() => served?.stop())

    it.each([
      ['gsm8k', ['-T', 'fewshot=0']],
      ['aime2024', []],
      ['mmlu_pro', []],
    ])('%s: the gateway’s own method', async (name, given) => {
      const task = `inspect_evals/${name}`
      const voted = await harnesses.inspect(served.simulator, { task, model: 'sim', how: [...given, ...VOTED] })
      const early = await harnesses.inspect(served.gateway, { task, model: 'test', how: given })
      expect(voted.accuracy).toBeGreaterThan(0.5)
      const asked = { questions: counts.get(name) ?? 0, budget: BUDGET }
      expectSaved({ name: `Inspect Evals, ${name}`, kind: 'simulated', ...asked, voted, early })
    })
  },
)
