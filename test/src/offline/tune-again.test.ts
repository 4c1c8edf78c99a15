import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@cges-fleet/methods'
import { afterAll, expect, it } from 'vitest'

const CLI = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'cges-tune-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command line as a shell does. */
function shell(line: string): { readonly out: string; readonly err: string } {
  const command = line.replace(/^cges /u, `"${process.execPath}" "${CLI}" `)
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8', cwd: folder })
  expect(status, stderr).toBe(0)
  return { out: stdout, err: stderr }
}

/** Sixty questions; rewards from −10 to 10 that are higher for right answers. */
function writeRewards(): void {
  const random = seededRandom('tune again')
  const rows = Array.from({ length: 60 }, (_, at) => {
    const samples = Array.from({ length: 8 }, () => {
      const isRight = random.next() < 0.7
      const answer = isRight ? '4' : String(random.int(5, 7))
      return { answer, reward: (isRight ? 4 : -2) + 6 * (random.next() - 0.5) }
    })
    return JSON.stringify({ question_id: `q${at}`, answer: '4', samples })
  })
  writeFileSync(join(folder, 'rewards.jsonl'), `${rows.join('\n')}\n`)
}

const FIGURES = /: ([\d.]+) % against SC’s ([\d.]+) %, (\S+ \[\S+, \S+\]) points.*; ([\d.]+) calls of/u

it.each(['', ' --slice 20 --seed 3 --signal rm'])('prints the command that gives its first row again:%s', (more) => {
  writeRewards()
  const { out } = shell(`cges tune rewards.jsonl --kind math${more}`)
  const row = out.split('\n').find((line) => line.startsWith('  the rest γ')) ?? ''
  const [, accuracy, sc, difference, calls] = FIGURES.exec(row) ?? []
  expect(calls).toBeDefined()
  const again = / {2}(cges replay .*)$/mu.exec(out)?.[1] ?? ''
  expect(again).toMatch(/--reward-map logistic:\S+ --without-slice (30|20\/3) --in-order$/u)
  const table = shell(again).out
  expect(table).toMatch(/^without the (30|20) questions that cges tune --slice/u)
  expect(table).toMatch(new RegExp(`^sc@8 +${sc} `, 'mu'))
  expect(table).toMatch(new RegExp(`^cges:\\S+ +${accuracy} +${calls} `, 'mu'))
  expect(table).toContain(` ${difference} `)
  // The same questions as they were read, and those that chose, for a rule of one's own.
  const read = (option: string) =>
    shell(`${again.replace(' --in-order', '')} --as-read`.replace('--without-slice', option))
      .out.trim()
      .split('\n')
  const ids = (option: string) => read(option).map((line) => (JSON.parse(line) as { question_id: string }).question_id)
  const [chosen, others] = [ids('--slice'), ids('--without-slice')]
  expect(others).toHaveLength(Number(/\n(\d+) questions/u.exec(table)?.[1]))
  expect([...chosen, ...others].toSorted()).toEqual(Array.from({ length: 60 }, (_, at) => `q${at}`).toSorted())
})

it('suggests a map together with the questions that did not fit it, and judges on these', () => {
  writeRewards()
  const { out: refused } = shell('cges replay rewards.jsonl')
  const again = /to run it: (cges .*)$/mu.exec(refused)?.[1] ?? ''
  expect(again).toMatch(/--reward-map logistic:\S+ --without-slice 30$/u)
  const { out: judged } = shell(again)
  expect(judged).toMatch(/^without the 30 questions that cges tune --slice 30 --seed 0 chooses on\n30 questions, /u)
  expect(judged).toMatch(/^cges:confidence=rm/mu)
})

it('prints the lines that docs/for-researchers.md shows of it', () => {
  const page = readFileSync(new URL('../../../docs/for-researchers.md', import.meta.url), 'utf8')
  const shown = /^ {2}```\n( {2}best signal:[^]*?)\n {2}```$/mu.exec(page)?.[1]?.split('\n') ?? []
  expect(shown).toHaveLength(3)
  const printed = shell('cges tune --demo').out.split('\n')
  for (const line of shown) expect(printed).toContainEqual(expect.stringContaining(line.slice(2).replace('…', '')))
})
