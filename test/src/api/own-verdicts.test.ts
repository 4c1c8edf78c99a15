import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EvaluationStatistics, EvaluationView, QuestionPage, QuestionView } from '@cges-fleet/core'
import {
  AddVerdicts,
  GetEvaluation,
  ExportEvaluation,
  ExportQuestions,
  GetQuestion,
  GetStatistics,
  ListQuestions,
  pathOf,
} from '@cges-fleet/core/contract'
import { verdictDigest } from '@cges-fleet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { drawn, otherTeam, questions, round, select, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useApi } from './use-api.js'

const api = useApi()
const KEY = 'external:name=own@4'
const EXAMPLE = fileURLToPath(new URL('../../../examples/own-rule.mjs', import.meta.url))
const SET_EXAMPLE = fileURLToPath(new URL('../../../examples/own-set-rule.mjs', import.meta.url))

let folder: string
let id: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-verdicts-'))
  id = await finished('numbers-own')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function finished(name: string, rounds = 20): Promise<string> {
  const { db } = api()
  const methods = ['sc@4', 'cges:confidence=lns-arith,gamma=0.9@4']
  const made = await submit(db, { methods, benchmark: { name, questions: questions(12) }, changes: { replicates: 2 } })
  for (let count = 0; count < rounds; count += 1) {
    await round(db, made)
    const landed = await landAll(db, ({ seed, question }) =>
      drawn(seed % 3 === 0 ? `wrong ${seed % 2}` : question.replaceAll(/\D/g, ''), {
        signals: { 'lns-arith': 0.55 + (seed % 9) / 20 },
      }),
    )
    if (landed === 0) break
  }
  return made
}

function rule(name: string, code: string): string {
  const path = join(folder, name)
  writeFileSync(path, code)
  return path
}

async function importing(file: string, ...flags: string[]) {
  const run = cges(['verdicts', 'import', id, '--method-file', file, '--api', api().url, ...flags])
  return { code: await run.code, out: run.out(), err: run.err() }
}

async function viewOf(of = id): Promise<EvaluationView> {
  return EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id: of } }))).body)
}

const adding = (verdicts: readonly object[], changes: object = {}, of = id) =>
  api().post(pathOf(AddVerdicts, { path: { id: of } }), { name: 'sent', budget: 4, verdicts, ...changes })

const verdict = (changes: object = {}) => ({ questionId: 'q-1', replicate: 0, calls: 4, answer: null, ...changes })

it('puts a rule of one’s own beside the methods, in figures and pairs, and in no digest', async () => {
  const before = await viewOf()
  const { code, out, err } = await importing(EXAMPLE, '--name', 'own')
  expect(code, err).toBe(0)
  expect(out).toContain(`${KEY}: 24 of 24 verdicts are new`)
  const view = await viewOf()
  const external = view.methods.find(({ key }) => key === KEY)
  expect(external).toMatchObject({
    label: KEY,
    resolved: 24,
    interim: false,
    spec: { method: 'external', name: 'own' },
  })
  expect(external?.calls).toBeLessThan(4)
  expect(view.methods.slice(0, 2)).toEqual(before.methods)
  expect(view.digest).toBe(before.digest)
  expect(await api().db.transaction((tx) => verdictDigest(tx, id))).toBe(before.digest)
  const { final } = EvaluationStatistics.parse((await api().get(pathOf(GetStatistics, { path: { id } }))).body)
  const judged = final?.methods.find(({ key }) => key === KEY)
  expect(judged).toMatchObject({ comparison: { baseline: 'sc@4', trials: 24 } })
  expect(judged?.accuracy.graded?.value).toBeCloseTo(external?.accuracy?.value ?? -1, 12)
  expect(final?.curves.find(({ key }) => key === KEY)?.missing?.kind).toBe('external')
  const question = await api().get(pathOf(GetQuestion, { path: { id, position: '3' } }))
  const { verdicts, samples } = QuestionView.parse(question.body)
  expect(verdicts.map(({ method }) => method)).toContain(KEY)
  for (const { calls, tokens } of verdicts) {
    const charged = samples.slice(0, calls).reduce((sum, { completionTokens }) => sum + (completionTokens ?? NaN), 0)
    expect(tokens).toBe(charged)
  }
  const others = verdicts.map(({ method, otherScore }) => [method.split(':')[0], otherScore] as const)
  expect(others).toContainEqual(['sc@4', null])
  const other = others.find(([method]) => method === 'cges')?.[1]
  expect(other).toBeGreaterThan(0)
  const list = await api().get(pathOf(ListQuestions, { path: { id }, query: {} }))
  const row = QuestionPage.parse(list.body).questions.find(
    ({ position, replicate }) => position === 3 && replicate === 0,
  )
  expect(row?.verdicts.map(({ method, otherScore }) => [method.split(':')[0], otherScore])).toEqual(others)
  const csv = await api().get(pathOf(ExportQuestions, { path: { id, file: 'questions.csv' }, query: {} }))
  const [head = '', ...lines] = csv.text.split('\r\n')
  expect(head).toContain('"score","other_score","reason"')
  const listed = lines.filter((line) => line.includes(`,0,3,"${row?.questionId}",`))
  expect(listed.filter((line) => line.includes(`,${other},`)).map((line) => line.includes('cges:'))).toEqual([true])
  const { text } = await api().get(pathOf(ExportEvaluation, { path: { id, file: 'verdicts.csv' } }))
  const printed = text
    .split('\r\n')
    .filter((line) => line.startsWith(`"${QuestionView.parse(question.body).questionId}",0,`))
  expect(printed.filter((line) => line.includes(`,${other},`)).map((line) => line.includes('cges:'))).toEqual([true])
  expect((await importing(EXAMPLE, '--name', 'own')).out).toContain(`${KEY}: 0 of 24 verdicts are new`)
})

it('decides as it would have among the methods: a vote over all samples is sc', async () => {
  const sc = `export default (votes, budget) => {
    const counts = new Map()
    for (const { answer } of votes.slice(0, budget)) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
    return { calls: budget, answer: [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null }
  }`
  expect((await importing(rule('vote.mjs', sc))).code).toBe(0)
  const { methods } = await viewOf()
  const [ours, same] = ['sc@4', 'external:name=vote@4'].map((key) => methods.find((method) => method.key === key))
  expect(same?.accuracy).toEqual(ours?.accuracy)
  expect(same?.calls).toBe(4)
  expect(same?.tokens).toBe(ours?.tokens)
  expect(same?.tokens).toBeGreaterThan(0)
})

it('decides the questions of each replicate together by a rule on the set', async () => {
  expect((await importing(SET_EXAMPLE)).out).toContain('external:name=own-set-rule@4: 24 of 24 verdicts are new')
  const calls = await select(
    api().db,
    `SELECT t.replicate, sum(v.calls)::int AS calls FROM verdict v JOIN trial t ON t.id = v.trial_id
     WHERE v.evaluation_id = $1 AND v.method_key LIKE '%own-set-rule@4' GROUP BY t.replicate ORDER BY 1`,
    [id],
  )
  expect(calls).toEqual([0, 1].map((replicate) => ({ replicate, calls: (12 * 4) / 2 })))
})

it.each([
  ['the last sample', 'export default (votes) => ({ calls: 2, answer: votes.at(-1).answer })'],
  [
    'what all samples say, and stops where that first leads',
    `export default (votes) => {
      const counts = new Map()
      const leader = () => [...counts].sort((a, b) => b[1] - a[1])[0][0]
      const count = ({ answer }) => counts.set(answer, (counts.get(answer) ?? 0) + 1)
      votes.forEach(count)
      const last = leader()
      counts.clear()
      const calls = votes.findIndex((vote) => (count(vote), leader() === last)) + 1
      return { calls, answer: last }
    }`,
  ],
  ['nothing but chance', 'export default (votes) => ({ calls: 1 + Math.floor(3 * Math.random()), answer: null })'],
])('refuses a rule that looks at %s, and stores nothing of it', async (_, code) => {
  const { err, code: status } = await importing(rule('peeks.mjs', code))
  expect(err).toContain('looks ahead, or decides by chance: on question')
  expect(status).toBe(1)
  expect((await viewOf()).methods.map(({ key }) => key)).not.toContain('external:name=peeks@4')
})

it('shows a rule answers and signals, and nothing that was graded', async () => {
  const seen = join(folder, 'seen')
  const spy = `import { appendFileSync } from 'node:fs'
    export default (votes, budget) => {
      appendFileSync(${JSON.stringify(seen)}, JSON.stringify({ arguments: votes, budget }) + '\\n')
      return { calls: budget, answer: null }
    }`
  expect((await importing(rule('spy.mjs', spy))).code).toBe(0)
  const lines = readFileSync(seen, 'utf8').trim().split('\n')
  const fields = lines.flatMap((line) =>
    (JSON.parse(line) as { arguments: object[] }).arguments.flatMap((vote) => Object.keys(vote)),
  )
  expect([...new Set(fields)].toSorted()).toEqual(['answer', 'confidence', 'reward', 'signals'])
})

it('accepts only what the samples bear out, and never another verdict', async () => {
  for (const [wrong, problem] of [
    [verdict({ questionId: 'q-99' }), 'there is no such trial'],
    [verdict({ replicate: 7 }), 'there is no such trial'],
    [verdict({ answer: 'nobody said this' }), 'not among the samples it counts'],
    [verdict({ calls: 5 }), 'more than its budget'],
  ] as const) {
    expect(await adding([verdict({ questionId: 'q-2' }), wrong])).toMatchObject({
      status: 400,
      text: expect.stringContaining(problem) as string,
    })
  }
  expect((await adding([verdict({ calls: 9 })], { budget: 9 })).text).toContain(
    'charged for 9 samples, and 4 were drawn',
  )
  expect((await adding([verdict(), verdict()])).text).toContain('twice')
  expect((await adding([verdict()], { name: 'sc@4' })).status).toBe(400)
  expect((await viewOf()).methods.map(({ key }) => key)).not.toContain('external:name=sent@4')
  expect((await adding([verdict()])).body).toMatchObject({ key: 'external:name=sent@4', stored: 1, missing: 23 })
  expect((await adding([verdict()])).body).toMatchObject({ stored: 0 })
  expect(await adding([verdict({ calls: 3 })])).toMatchObject({ status: 409 })
  const { final } = EvaluationStatistics.parse((await api().get(pathOf(GetStatistics, { path: { id } }))).body)
  expect(final?.methods.map(({ key }) => key)).not.toContain('external:name=sent@4')
})

it('is another team’s as little as the evaluation is, and waits for the end of one that runs', async () => {
  const theirs = await submit(api().db, { team: await otherTeam(api().db) })
  expect((await adding([verdict()], {}, theirs)).status).toBe(404)
  const running = await finished('numbers-running', 1)
  expect((await adding([verdict()], {}, running)).status).toBe(409)
  expect(await select(api().db, 'SELECT 1 FROM verdict WHERE evaluation_id = $1', [theirs])).toEqual([])
})
