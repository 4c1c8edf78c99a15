import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { tinQuestions } from './tin-questions.js'

/** A command that runs promptfoo, such as a Node of version 22 and its file; undefined where there is none. */
const PROMPTFOO = process.env['PROMPTFOO']?.split(' ')
const QUIET = { PROMPTFOO_DISABLE_TELEMETRY: '1', PROMPTFOO_DISABLE_UPDATE: '1', PROMPTFOO_FAILED_TEST_EXIT_CODE: '0' }
const QUESTIONS = 40

interface Saved {
  readonly results: {
    readonly stats: { readonly successes: number; readonly failures: number; readonly errors: number }
  }
}

async function runPromptfoo(folder: string, server: string): Promise<Saved['results']['stats']> {
  const config = { apiBaseUrl: `${server}/v1`, apiKey: 'none', temperature: 0.7 }
  const tests = tinQuestions(QUESTIONS).map(({ question, answer }) => ({
    vars: { question },
    assert: [{ type: 'contains', value: `boxed{${answer}}` }],
  }))
  const providers = [{ id: 'openai:chat:test@asc-beta@16', config }]
  const prompts = ['{{question}} Put your final answer in a box.']
  writeFileSync(join(folder, 'c.json'), JSON.stringify({ prompts, providers, tests }))
  const env = { ...process.env, ...QUIET, PROMPTFOO_CONFIG_DIR: join(folder, 'promptfoo') }
  const [command = '', ...first] = PROMPTFOO ?? []
  const args = [...first, 'eval', '-c', 'c.json', '-o', 'out.json', '--no-cache', '--max-concurrency', '16']
  await promisify(execFile)(command, args, { cwd: folder, env })
  return (JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as Saved).results.stats
}

it.skipIf(PROMPTFOO === undefined)(
  'promptfoo, with one address changed (PROMPTFOO names its command)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cges-promptfoo-'))
    const questions = tinQuestions(QUESTIONS)
    writeFileSync(join(folder, 'tins.jsonl'), questions.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const simulator = { MODEL: 'sim', SCENARIO_FILE: join(folder, 'tins.jsonl') }
    const fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 32, simulator })
    try {
      const { listening } = await fleet.startGateway({ TEAM_CALLS: '1024' })
      const served = JSON.stringify({ model: 'test@sc@1', messages: [{ role: 'user', content: 'Job 0' }] })
      const ask = () => fetch(`${listening}/v1/chat/completions`, { method: 'POST', body: served })
      await vi.waitUntil(async () => (await ask()).ok, { timeout: 90_000, interval: 500 })
      const stats = await runPromptfoo(folder, listening)
      const counted = await (await fetch(`${listening}/metrics`)).text()
      const calls = Number(/^fleet_gateway_calls_total (\d+)$/mu.exec(counted)?.[1])
      console.info(`promptfoo: ${stats.successes} of ${QUESTIONS} right at ${calls} calls (simulated)`)
      expect(calls).toBeGreaterThan(QUESTIONS)
      expect(calls).toBeLessThan(0.75 * QUESTIONS * 16)
      expect(stats.errors).toBe(0)
      expect(stats.successes + stats.failures).toBe(QUESTIONS)
      expect(stats.successes / QUESTIONS).toBeGreaterThan(0.5)
    } finally {
      await fleet.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  600_000,
)
