import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EvaluationStatistics, type EvaluationView, RELEASE } from '@cges-fleet/core'
import { AddComment, pathOf, GetEvaluation, GetStatistics } from '@cges-fleet/core/contract'
import { writeReport } from '@cges-fleet/report'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { useApi } from '../api/use-api.js'
import { drawn, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { questionedEvaluation } from '../support/made-evaluations.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { CANARY, HOSTILE_TEXTS } from './hostile-texts.js'
import { readEvaluationPage, SHOWN_METHODS } from './evaluation-page.js'
import { NO_BROWSER, TestBrowser, type WatchedPage } from './test-browser.js'

/** The most bytes that a report of few methods may have, and that each further method adds at the largest budget. */
const MOST_BYTES = 600_000

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the page of an evaluation as a file', () => {
  const api = useApi()
  let browser: TestBrowser
  let folder = ''
  let id = ''
  let running = ''
  let view: EvaluationView
  let statistics: EvaluationStatistics
  const file = (name: string) => join(folder, name)

  async function told(...options: string[]): Promise<string> {
    const command = cges(['report', id, ...options, '--api', api().url])
    expect(await command.code, command.err()).toBe(0)
    return command.out()
  }

  async function report(name: string): Promise<string> {
    await told('--html', file(name))
    return readFileSync(file(name), 'utf8')
  }

  /** Opens a file as its recipient would: no network, and no scripts unless axe needs to run. */
  async function open(name: string, javaScriptEnabled = false) {
    const opened = await browser.page({ colorScheme: 'light', javaScriptEnabled, offline: true })
    await opened.page.goto(pathToFileURL(file(name)).href)
    return opened
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'report-'))
    browser = await TestBrowser.open()
    const { db } = api()
    id = await submit(db, { methods: SHOWN_METHODS, benchmark: { name: 'live', questions: questions(40) } })
    await round(db, id)
    await landAll(db, ({ question, index }) => drawn(index % 3 === 0 ? 'no' : question.replaceAll(/\D/gu, '')), 320)
    await round(db, id)
    await report('live.html')
    running = await told()
    id = await questionedEvaluation(db, { questions: 60, methods: SHOWN_METHODS, whole: true })
    const body = { text: 'Two answers are right here.', flag: 'ambiguous' }
    const comment = await api().post(pathOf(AddComment, { path: { id, position: '3' } }), body)
    expect(comment.status).toBe(201)
    view = (await api().get(pathOf(GetEvaluation, { path: { id } }))).body as EvaluationView
    statistics = EvaluationStatistics.parse((await api().get(pathOf(GetStatistics, { path: { id } }))).body)
  })

  afterAll(async () => {
    await browser?.close()
    if (process.env['KEEP_REPORT'] === undefined) rmSync(folder, { recursive: true, force: true })
    else console.log(folder)
  })

  it('says while it runs that its figures are live, and nothing in the words of final ones', async () => {
    const opened = await open('live.html')
    expect(await opened.page.textContent('.report-live')).toMatch(/^Live, not final\..*while it ran/s)
    const seen = await readEvaluationPage(opened.page)
    expect(seen.methods.map(({ tag }) => tag)).not.toContain('')
    expect(seen.points).toBe(seen.hollow)
    await rest(opened)
  })

  it('tells the calls and differences of what runs as the terminal does', async () => {
    const opened = await open('live.html')
    const { methods } = await readEvaluationPage(opened.page)
    const lines = running.split('\n')
    const labels = await opened.page.locator('[data-method] .method-label').allTextContents()
    for (const [at, { calls, callsEnd, difference }] of methods.entries()) {
      const line = lines.find((each) => each.startsWith(`${labels[at]} `)) ?? ''
      expect(line).toContain(`so far ${calls}, ${inTerminal(callsEnd)}`)
      expect(line).toContain(inTerminal(difference).replace('Δ ', '').replace(' will', ', will'))
    }
    expect(methods.filter(({ difference }) => difference.startsWith('so far Δ'))).toHaveLength(SHOWN_METHODS.length - 1)
    await rest(opened)
  })

  it('holds the figures of the API, marked as simulated, and all that it takes to find them again', async () => {
    const text = await report('final.html')
    expect(text).not.toContain('report-live"')
    const opened = await open('final.html')
    const seen = await readEvaluationPage(opened.page)
    const graded = new Map(statistics.final?.methods.map(({ key, accuracy }) => [key, accuracy.graded?.value]))
    const wanted = view.methods.map(({ key, calls }) => {
      const accuracy = `${(100 * (graded.get(key) ?? NaN)).toFixed(1)}%`
      return [key, { accuracy, calls: (calls ?? NaN).toFixed(2) }] as const
    })
    const read = seen.methods.map(({ key, accuracy, calls }) => [key, { accuracy, calls }] as const)
    expect(new Map(read)).toEqual(new Map(wanted))
    const page = (await opened.page.textContent('main')) ?? ''
    const { digest, seed, benchmark, reproduction } = view
    for (const fact of [digest, benchmark.revision, reproduction.promptHash, `Seed${seed}`, `cges-fleet${RELEASE}`]) {
      expect(page).toContain(fact)
    }
    expect(page).toContain(`Engine${reproduction.engines.join(', ') || 'not reported by its server'}`)
    expect(await opened.page.textContent('.title-row')).toContain('simulated')
    const comments = opened.page.getByRole('region', { name: 'Comments on questions' })
    expect(await comments.textContent()).toMatch(/q-3.*⚑ Ambiguous question Two answers are right here\./su)
    expect(await told()).toMatch(
      /1 question with comments:\n {2}\S+: Ambiguous question · Two answers are right here\./u,
    )
    const { commented } = JSON.parse(await told('--json')) as { commented: { questions: object[] } }
    expect(commented.questions).toMatchObject([{ position: 3, comments: [{ flag: 'ambiguous' }] }])
    for (const chart of [
      'Accuracy against calls',
      'Accuracy against tokens',
      'Questions still open after each call',
      'Reliability: lns-arith',
      'Drift by call: lns-arith',
    ])
      expect(await opened.page.locator(`[data-chart="${chart}"] svg path`).count(), chart).toBeGreaterThan(0)
    expect(await opened.page.locator('[data-curve]').count()).toBeGreaterThan(2)
    expect(await opened.page.locator('[data-delta]').count()).toBe(SHOWN_METHODS.length - 1)
    expect(await opened.page.locator('a, script, link, button, img, iframe').count()).toBe(0)
    expect(statSync(file('final.html')).size).toBeLessThan(MOST_BYTES)
    await rest(opened)
  })

  it('can be read on any screen', async () => {
    for (const name of ['live.html', 'final.html']) {
      const opened = await open(name, true)
      expect([...(await faultsOn(opened.page, name, SCREENS)), ...opened.errors]).toEqual([])
      await rest(opened)
    }
  })

  it('takes hostile names and words of models for text, with scripts allowed', async () => {
    writeFileSync(file('hostile.html'), writeReport(hostile(view, statistics)))
    const opened = await browser.page()
    const dialogs: string[] = []
    opened.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await opened.page.goto(pathToFileURL(file('hostile.html')).href)
    await opened.page.waitForTimeout(500)
    const page = (await opened.page.textContent('main')) ?? ''
    for (const text of HOSTILE_TEXTS) expect(page).toContain(text)
    expect(await opened.page.title()).toContain(HOSTILE_TEXTS[0])
    expect(await opened.page.locator('script, iframe, img, base, form, meta[http-equiv=refresh]').count()).toBe(0)
    expect([dialogs, opened.errors]).toEqual([[], []])
    expect([...browser.asked].join()).not.toContain(CANARY)
    await rest(opened)
  })
})

/** A page has less room: where it says `ends 3.1 to 4.5`, a terminal says `will end between 3.1 and 4.5`. */
const inTerminal = (words: string) => words.replace(/ends (\S+) to /u, 'will end between $1 and ')

const rest = (opened: WatchedPage) => opened.page.context().close()

/** Every text that somebody else may have chosen, made as hostile as possible. */
function hostile(view: EvaluationView, statistics: EvaluationStatistics) {
  const all = HOSTILE_TEXTS.join('\n')
  const told: EvaluationView = {
    ...view,
    name: all,
    suite: all,
    reason: { kind: 'rounds_fail', counts: { failures: 3 }, why: all },
    note: all,
    owner: all,
    tags: [all],
    warnings: [
      { kind: 'low_confidence', counts: { median: 0.3 }, why: all },
      { kind: 'blocked', counts: { blocked: 1, trials: 2 }, why: all },
    ],
    benchmark: { ...view.benchmark, name: all, title: all, revision: all },
    pool: { ...view.pool, name: all, model: all },
    source: { format: 'inspect', files: [all], notes: [all] },
    events: view.events.map((event) => ({ ...event, reason: { kind: 'asked', counts: {}, why: all } })),
    methods: view.methods.map((method) => ({ ...method, label: all })),
    reproduction: { modelRevision: all, engines: [all], promptHash: all, release: all },
  }
  const comment = { flag: 'other' as const, text: all, createdBy: all, createdAt: view.at }
  const question = { position: 0, questionId: all, excerpt: all, comments: [comment] }
  return { view: told, statistics, commented: { questions: [question], hasMore: true }, writtenAt: view.at }
}
