import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { proxiesPython } from '../../peers/peers-environment.js'
import { tinQuestions } from '../../peers/tin-questions.js'
import { SimulatedServer } from './harnesses.js'
import { type Answering, BOXED, BUDGET, DIRECT, otherProxies, ours, post, type Proxy } from './proxies.js'

// npm run bench -- proxies: the gateway beside other proxies that vote, each asked the same questions, two at a time, in
// front of a simulated model server of its own with the same slots and pace. Prints a row for each as it goes.
const QUESTIONS = tinQuestions(80)
const LANES = 2
/** About .1 to .5 s a call. */
const TIME_SCALE = 0.25
const READY_MS = 90_000
const METHODS = ['sc', 'asc-beta', 'cges:confidence=lns-arith,gamma=0.95'].map((method) => `${method}@${BUDGET}`)

interface Asked {
  readonly seconds: number
  readonly isRight: boolean
}

const python = process.env['PROXIES_PYTHON'] ?? proxiesPython()
const folder = mkdtempSync(join(tmpdir(), 'cges-proxies-'))
try {
  const file = join(folder, 'tins.jsonl')
  writeFileSync(file, QUESTIONS.map((row) => `${JSON.stringify(row)}\n`).join(''))
  console.log(`| proxy, at most ${BUDGET} calls | calls | tokens | right | median s | 99th percentile |`)
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const proxy of [DIRECT, ...otherProxies(python), ...METHODS.map(ours)]) console.log(await rowOf(proxy, file))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Calls and tokens a question, as the model server counted them. */
async function rowOf(proxy: Proxy, file: string): Promise<string> {
  const server = await SimulatedServer.start(file, TIME_SCALE)
  const answering = await proxy.start(server)
  try {
    await untilAnswers(answering, proxy)
    let asked: Asked[] = []
    const { calls, tokens } = await server.during(async () => {
      asked = await askedOf(answering, proxy)
    })
    const seconds = asked.map((one) => one.seconds).toSorted((one, other) => one - other)
    const at = (share: number) => (seconds[Math.floor(share * seconds.length)] ?? Number.NaN).toFixed(2)
    const right = asked.filter(({ isRight }) => isRight).length / asked.length
    const each = [calls / asked.length, tokens / asked.length]
    const [perQuestion = 0, tokensEach = 0] = each
    return `| ${proxy.name} | ${perQuestion.toFixed(1)} | ${Math.round(tokensEach)} | ${right.toFixed(2)} | ${at(0.5)} | ${at(0.99)} |`
  } finally {
    await answering.stop()
    await server.stop()
  }
}

async function untilAnswers(answering: Answering, proxy: Proxy): Promise<void> {
  const until = performance.now() + READY_MS
  for (;;) {
    const answer = await ask(answering, proxy, 0).catch((error: unknown) => error)
    if (!(answer instanceof Error)) return
    if (performance.now() > until) throw answer
    await sleep(500)
  }
}

async function askedOf(answering: Answering, proxy: Proxy): Promise<Asked[]> {
  const asked: Asked[] = []
  let next = 0
  const lane = async () => {
    for (let n = next++; n < QUESTIONS.length; n = next++) asked.push(await ask(answering, proxy, n))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return asked
}

async function ask({ url }: Answering, { request }: Proxy, n: number): Promise<Asked> {
  const { question = '', answer } = QUESTIONS[n] ?? {}
  const content = `${question}\n\nThink step by step, and put your final answer in \\boxed{}.`
  const begun = performance.now()
  const response = await post(`${url}/v1/chat/completions`, {
    ...request,
    max_tokens: 1024,
    messages: [{ role: 'user', content }],
  })
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
  const seconds = (performance.now() - begun) / 1000
  const found = new RegExp(BOXED, 'u').exec(choices[0]?.message.content ?? '')?.[1]
  return { seconds, isRight: found === answer }
}
