import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url))
const RECORDING = join(CHECKOUT, 'packages/tiny-llama/recording.jsonl.gz')

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-own-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function replaying(...args: string[]): string[] {
  const cli = join(CHECKOUT, 'apps/cli/bundle/main.js')
  return [cli, 'replay', RECORDING, '--methods', 'sc', '--budget', '8', '--seeds', '2', '--json', ...args]
}

function replay(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, replaying(...args), { encoding: 'utf8' })
  return { out: stdout, err: stderr, code: status }
}

function rule(name: string, code: string): string {
  const path = join(folder, name)
  writeFileSync(path, code)
  return path
}

interface Result {
  readonly label: string
  readonly accuracy: { readonly mean: number }
  readonly calls: { readonly mean: number; readonly std: number }
}

it('runs the templates of a rule of one’s own, which agree, and one that is a rule of ours', () => {
  const sc = rule(
    'sc.mjs',
    `export default (votes, budget) => {
      const counts = new Map()
      for (const { answer } of votes.slice(0, budget)) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
      return { calls: budget, answer: [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null }
    }`,
  )
  const javascript = join(CHECKOUT, 'examples/own-rule.mjs')
  const python = join(CHECKOUT, 'examples/own-rule.py')
  const inPython = HAS_PYTHON ? ['--method-command', `python3 ${python}`] : []
  const { out, err, code } = replay('--method-file', sc, '--method-file', javascript, ...inPython)
  expect(code, err).toBe(0)
  const [ours, same, first, second] = (JSON.parse(out) as { methods: Result[] }).methods
  expect(same).toMatchObject({ accuracy: ours?.accuracy, calls: ours?.calls })
  if (HAS_PYTHON) expect(second).toMatchObject({ accuracy: first?.accuracy, calls: first?.calls })
  expect(first?.calls.mean).toBeLessThan(8)
  expect(first?.calls.mean).toBeGreaterThanOrEqual(2)
})

it('refuses a rule that looks behind its stop, or answers with something else, or ends', () => {
  const cheat = rule('cheat.mjs', 'export default (votes) => ({ calls: 2, answer: votes.at(-1).answer })')
  expect(replay('--method-file', cheat)).toMatchObject({
    code: 1,
    err: expect.stringContaining('looks ahead, or decides by chance: on question') as string,
  })
  const many = rule('many.mjs', 'export default () => ({ calls: 9, answer: null })')
  expect(replay('--method-file', many).err).toContain('which is not {"calls": 1 to 8')
  expect(replay('--method-command', 'yes | tr -d "\\n"').err).toContain('wrote a line of over')
})

it('refuses an answer that no sample gave, and names the question', () => {
  const made = rule('made.mjs', 'export default () => ({ calls: 3, answer: "made up" })')
  const { code, err } = replay('--method-file', made)
  expect(code).toBe(1)
  expect(err).toMatch(
    /none of the samples it is charged for gave: on question \S+ it stopped after 3 with "made up", and so on 300 of 300 questions\. Return/u,
  )
  const late = rule(
    'late.mjs',
    'export default (votes) => ({ calls: 4, answer: [...votes.slice(0, 4)].reverse().find(({ answer }) => answer)?.answer ?? null })',
  )
  expect(replay('--method-file', late).code).toBe(0)
})

const gone = (path: string) => `no file ${basename(path)} at ${path}\n`

it('says what is wrong with a rule that fails: the end of what it printed, with its file and line', () => {
  const none = join(folder, 'none.mjs')
  expect(replay('--method-file', none)).toMatchObject({ code: 1, out: '', err: gone(none) })
  const failing: readonly (readonly [name: string, code: string, said: readonly string[]])[] = [
    ['syntax.mjs', 'export default () => {\n  const x =\n}', ['syntax.mjs:3\n', 'SyntaxError']],
    ['bare.mjs', 'export const a = 1', ['bare.mjs exports no function: write export default (votes, budget) =>']],
    ['throws.mjs', 'export default (votes) => {\n  return votes[0].no.such\n}', ['throws.mjs:2', "reading 'such'"]],
    [
      'nothing.mjs',
      'export default () => undefined',
      ['nothing.mjs returned undefined, which is not {"calls": 1 to 8'],
    ],
  ]
  for (const [name, code, said] of failing) {
    const path = rule(name, code)
    const { err } = replay('--method-file', path)
    for (const each of [`the rule ${path} `, ...said]) expect(err).toContain(each)
    expect(err).not.toMatch(/rule-host|ERR_|node:internal/u)
  }
  const python = rule('rule.py', '')
  expect(replay('--method-file', python).err).toContain(`--method-command "python3 ${python}"`)
})

it('says the same of a program, and what a rule that decides printed', () => {
  const failing = replay('--method-command', 'for i in $(seq 99); do echo line $i >&2; done; exit 3').err
  expect(failing).toContain('ended with status 3 before it had decided\n  line 88\n')
  expect(failing).toMatch(/line 98\n {2}line 99\n$/u)
  expect(replay('--method-command', 'echo hello; cat >/dev/null').err).toMatch(
    /wrote hello, which is not .* Its standard output is for answers; write anything else to standard error/u,
  )
  const debug = rule('debug.mjs', 'export default () => (console.log("seen"), { calls: 1, answer: null })')
  const { code, err } = replay('--method-file', debug)
  expect([code, err]).toEqual([0, expect.stringContaining(`${debug} printed, at the end:\n  seen`)])
})

it('runs the templates of a rule on the set, which agree, and a set decided one by one as those', () => {
  const rulePath = join(CHECKOUT, 'examples/own-rule.mjs')
  const oneByOne = rule(
    'one-by-one.mjs',
    `import one from ${JSON.stringify(rulePath)}
    export const decideSet = (questions, budget) => questions.map(({ votes }) => one(votes, budget))`,
  )
  const javascript = join(CHECKOUT, 'examples/own-set-rule.mjs')
  const python = join(CHECKOUT, 'examples/own-set-rule.py')
  const inPython = HAS_PYTHON ? ['--method-set-command', `python3 ${python}`] : []
  const files = [rulePath, oneByOne, javascript].flatMap((path) => ['--method-file', path])
  const { out, err, code } = replay(...files, ...inPython)
  expect(code, err).toBe(0)
  const [, single, same, first, second] = (JSON.parse(out) as { methods: Result[] }).methods
  expect(same).toMatchObject({ accuracy: single?.accuracy, calls: single?.calls })
  expect(first?.calls).toMatchObject({ mean: 4, std: 0 })
  if (HAS_PYTHON) expect(second).toMatchObject({ accuracy: first?.accuracy, calls: first?.calls })
})

it.each([
  ['of another question', `({ calls: 2, answer: questions[(at + 1) % questions.length].votes.at(-1).answer })`],
  ['of one question alone', `({ calls: questions[7].votes[7] === undefined ? 3 : 2, answer: null })`],
])('refuses a rule on the set that looks behind the stop %s', (_, stop) => {
  const cheat = rule('cheat-set.mjs', `export const decideSet = (questions) => questions.map((_, at) => (${stop}))`)
  expect(replay('--method-file', cheat)).toMatchObject({
    code: 1,
    err: expect.stringContaining('looks ahead, or decides by chance: on question') as string,
  })
})

it('refuses a set with a stop too few, a line too long, and a file with two rules', () => {
  const few = rule(
    'few.mjs',
    'export const decideSet = (questions) => questions.slice(1).map(() => ({ calls: 1, answer: null }))',
  )
  expect(replay('--method-file', few).err).toContain('"answer": text or null}, one for each of 300 questions')
  const both = rule('both.mjs', 'export default () => null; export const decideSet = () => []')
  expect(replay('--method-file', both).err).toContain('exports both a default and decideSet')
  expect(replay('--method-set-command', 'yes | tr -d "\\n"').err).toContain('wrote a line of over 400000 characters')
})

it('tells at once that a rule ended between two questions', () => {
  const questions = 300
  const endingRule = rule(
    'once.mjs',
    `let lines = 0
    for await (const chunk of process.stdin)
      for (const _ of String(chunk).matchAll(/\\n/g)) {
        console.log('{"calls": 8, "answer": null}')
        if ((lines += 1) === ${2 * questions}) process.exit(4)
      }`,
  )
  expect(replay('--method-command', `node ${endingRule}`).err).toContain('ended with status 4')
})

it.each([
  ['by the rule, before it does anything else', 'kill -INT $PPID;', false],
  ['later', '', true],
])('leaves no rule behind where it is interrupted %s', async (_, first, killed) => {
  const started = join(folder, `pid-${killed}`)
  const command = `${first} echo $$ > ${started}.new; mv ${started}.new ${started}; sleep 600`
  const cli = spawn(process.execPath, replaying('--method-command', command), { stdio: 'ignore' })
  const ended = once(cli, 'exit')
  await expect.poll(() => existsSync(started), { timeout: 60_000 }).toBe(true)
  const pid = Number(readFileSync(started, 'utf8'))
  if (killed) cli.kill('SIGINT')
  expect(await ended).toEqual([null, 'SIGINT'])
  await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
