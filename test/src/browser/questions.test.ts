import { type EvaluationView, QuestionView } from '@cges-fleet/core'
import { pathOf, GetEvaluation, GetQuestion } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submitted, useApi } from '../api/use-api.js'
import { round } from '../support/evaluation-rows.js'
import { HAPPENED, questionedEvaluation, settledEvaluation } from '../support/made-evaluations.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { listedRows, savedFile } from './page-actions.js'
import { CANARY, HOSTILE_TEXTS } from './hostile-texts.js'
import { IS_AT_LENGTH } from '../support/repetitions.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const QUESTIONS = 70
/** The most that a question takes of a phone's list, and the least that a finger hits. */
const MOST_CARD_PX = 84
const FINGER_PX = 44
/** Places on a card, as shares of its width and height. */
const CORNERS = [
  [0.02, 0.1],
  [0.98, 0.9],
] as const
const HOSTILE = `${HOSTILE_TEXTS.join(' ')} \u202Eback\u0007`

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the questions behind the numbers', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser
  let view: EvaluationView
  let where = ''

  beforeAll(async () => {
    const id = await questionedEvaluation(api().db, { questions: QUESTIONS, hostile: HOSTILE })
    view = (await api().get(pathOf(GetEvaluation, { path: { id } }))).body as EvaluationView
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
    where = `${dashboard}/evaluations/${id}`
  })

  afterAll(async () => {
    await browser?.close()
  })

  const question = async (position: number) =>
    QuestionView.parse(
      (await api().get(pathOf(GetQuestion, { path: { id: view.id, position: String(position) } }))).body,
    )

  it('leads from every figure that counts questions to as many questions', async () => {
    const { page, errors } = await browser.page()
    for (const [at, { key, resolved, trials, blocked, accuracy }] of view.methods.entries()) {
      const correct = Math.round((accuracy?.value ?? Number.NaN) * resolved)
      const counted = { correct, resolved, wrong: resolved - correct, blocked }
      expect(blocked).toBe(trials - resolved)
      const verdicts = Object.entries(counted)
      // Every figure of the first method, and one of each other's in turn.
      const looked = IS_AT_LENGTH || at === 0 ? verdicts : verdicts.slice(at % 4, (at % 4) + 1)
      for (const [verdict, count] of looked) {
        await page.goto(where)
        await page.locator(`[data-method="${key}"] [data-counted=${verdict}]`).click()
        await page.waitForURL('**/questions?**')
        const rows = await listedRows(page)
        expect(new Set(rows).size, `${key} ${verdict}`).toBe(count)
        expect(await page.getByTestId('matching').textContent(), `${key} ${verdict}`).toBe(String(count))
      }
    }
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('leads from a difference to the questions that one of the two alone got right, and from blocked ones to them', async () => {
    const { page } = await browser.page()
    const open = async (selector: string, tab = '') => {
      await page.goto(where + tab)
      await page.locator(selector).click()
      await page.waitForURL('**/questions?**')
      return new Set(await listedRows(page)).size
    }
    await page.goto(where)
    expect(await open('.notes a')).toBe(view.trials.blocked)
    expect(await open('dl.kpis [data-counted=blocked]', '?tab=run')).toBe(view.trials.blocked)
    const truncated = page.getByTestId('sample-outcomes').locator('[data-counted=truncated]')
    await page.goto(`${where}?tab=run`)
    await truncated.click()
    await page.waitForURL('**filter=truncated')
    expect(await listedRows(page)).toContain(`0.${HAPPENED.truncated}`)
    await page.context().close()
  })

  it('narrows by filters in the address, counts each, and Back undoes it', async () => {
    const { page } = await browser.page()
    await page.goto(`${where}/questions`)
    const chip = page.locator('[data-filter=disagree]')
    const count = Number(await chip.getByText(/^\d+$/u).textContent())
    await chip.click()
    await page.waitForURL('**/questions?filter=disagree')
    await expect.poll(() => page.getByTestId('matching').textContent()).toBe(String(count))
    expect(await listedRows(page)).toHaveLength(count)
    await page.goto(`${where}/questions`)
    await page.fill('[name=q]', 'number is 17?')
    await page.keyboard.press('Enter')
    await page.waitForURL('**q=number**')
    expect(await listedRows(page)).toEqual(['0.17'])
    await page.goBack()
    await expect.poll(() => page.getByTestId('matching').textContent()).toBe(String(QUESTIONS))
    await page.goto(`${where}/questions?q=there+is+no+such+text`)
    expect(await page.getByTestId('no-questions').textContent()).toContain('remove a condition')
    await page.context().close()
  })

  it('decides again, at what a method ran with, exactly as it was decided, and otherwise elsewhere', async () => {
    const { page } = await browser.page()
    let moved = 0
    for (const position of IS_AT_LENGTH ? [1, 8, 17, 28, 37, HAPPENED.silent] : [17, HAPPENED.silent]) {
      const { verdicts } = await question(position)
      for (const { method, calls, answer } of verdicts) {
        await page.goto(`${where}/questions/${position}?m=${encodeURIComponent(method)}`)
        const result = page.getByTestId('what-if-result')
        const said = () => result.evaluate(({ dataset }) => [Number(dataset['calls']), dataset['answer']])
        expect(await said(), `${method} on ${position}`).toEqual([calls, answer === null ? 'none' : String(answer)])
        expect(await page.locator(`[data-stop="${method}"]`).count()).toBe(answer === null ? 0 : 1)
        await page.getByTestId('what-if').locator('input').fill('0')
        if (Number((await said())[0]) < (calls ?? 0)) moved += 1
        expect(new URL(page.url()).searchParams.get('g')).not.toBeNull()
      }
    }
    expect(moved).toBeGreaterThan(IS_AT_LENGTH ? 8 : 2)
    await page.context().close()
  })

  it('saves a question as the API tells it', async () => {
    const { page } = await browser.page()
    await page.goto(`${where}/questions/17`)
    const file = await savedFile(page, page.getByRole('link', { name: 'this question as JSON' }))
    expect(QuestionView.parse(JSON.parse(file.toString()))).toEqual(await question(17))
    await page.context().close()
  })

  it('renders formulas, and shows the text as it was written when asked', async () => {
    const { page, errors } = await browser.page()
    await page.goto(`${where}/questions/17?i=2`)
    const text = page.getByTestId('sample-text')
    await text.locator('.katex').first().waitFor()
    const panel = page.getByRole('group', { name: 'How the text is shown' }).last()
    await panel.getByRole('button', { name: 'Raw' }).click()
    expect(await text.locator('.katex').count()).toBe(0)
    expect(await text.textContent()).toMatch(/\\boxed\{/)
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('finds where one method is right and another is not, from the filter bar', async () => {
    const { page } = await browser.page()
    await page.goto(`${where}/questions`)
    const [one, other] = view.methods.map(({ key }) => key)
    await page.getByLabel('Method').selectOption(one ?? '')
    await page.getByLabel('Compared with').selectOption(other ?? '')
    await page.getByLabel('where').selectOption('this')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL('**agreement=this**')
    expect(await page.locator('.matching').textContent()).toMatch(/is right and .* is not/)
    await page.context().close()
  })

  it('shows hostile texts as text, and what cannot be seen by its code', async () => {
    const { page, errors } = await browser.page()
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => console.error('CSP', event.violatedDirective))
    })
    await page.goto(`${where}/questions?q=${HAPPENED.hostile}`)
    expect(await page.textContent('main')).toContain(HOSTILE_TEXTS[0])
    await page.goto(`${where}/questions/${HAPPENED.hostile}?i=2&tab=answers`)
    const text = page.getByTestId('sample-text')
    await text.waitFor()
    expect(await text.textContent()).toContain(HOSTILE_TEXTS.at(-2))
    expect(await text.textContent()).toContain('U+202Eback')
    expect(await text.textContent()).toContain('U+0007')
    expect(await page.getByTestId('prompt').textContent()).toContain(HOSTILE_TEXTS[0])
    expect(errors).toEqual([])
    expect([...browser.asked].join()).not.toContain(CANARY)
    await page.context().close()
  })

  it('is a list of low cards on a phone, each a link as a whole, however many methods there are', async () => {
    const many = await settledEvaluation(api().db)
    const { page, errors } = await browser.page({ viewport: { width: 390, height: 844 } })
    for (const id of [view.id, many]) {
      const list = `${dashboard}/evaluations/${id}/questions`
      await page.goto(list)
      const heights = await page
        .locator('[data-question]')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
      expect(Math.max(...heights), heights.join(' ')).toBeLessThanOrEqual(MOST_CARD_PX)
      expect(Math.min(...heights), heights.join(' ')).toBeGreaterThanOrEqual(FINGER_PX)
      for (const [across, down] of CORNERS) {
        const card = page.locator('[data-question="0.17"]')
        await card.scrollIntoViewIfNeeded()
        const { x, y, width, height } = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
        await page.mouse.click(x + across * width, y + down * height)
        await page.waitForURL('**/questions/17**')
        await page.goto(list)
      }
    }
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('fits, and has nothing for axe to find, on any screen', async () => {
    const { page, errors } = await browser.page()
    const faults: string[] = []
    const paths = ['', '/17?i=2', `/${HAPPENED.hostile}?tab=answers`, `/${HAPPENED.blocked}`, `/${HAPPENED.silent}`]
    for (const path of paths) {
      await page.goto(`${where}/questions${path}`, { waitUntil: 'networkidle' })
      faults.push(...(await faultsOn(page, path, SCREENS)))
    }
    expect([...faults, ...errors]).toEqual([])
    await page.context().close()
  })

  it('says why there is nothing yet, why a sample has no text, and that a gated benchmark’s are kept back', async () => {
    const { page } = await browser.page()
    const young = await submitted(api(), { methods: ['sc@2', 'cges:confidence=lns-arith,gamma=0.9@2'] })
    await round(api().db, young)
    await page.goto(`${dashboard}/evaluations/${young}/questions/0`)
    expect(await page.getByTestId('nothing-read').textContent()).toMatch(
      /0 are being drawn and 2 wait for a worker of pool/,
    )
    expect((await page.goto(`${where}/questions/${QUESTIONS}`))?.status()).toBe(404)
    await page.goto(`${where}/questions/${HAPPENED.blocked}?i=3`)
    const details = page.getByTestId('sample-details')
    expect(await details.textContent()).toContain('could not be drawn: the model server was away')
    expect(await page.getByTestId('no-text').textContent()).toContain('has no text')
    await api().db.query(`UPDATE benchmark SET dataset = '{"gated": true}' WHERE name = 'asked'`)
    await page.goto(`${where}/questions/17?i=1`)
    expect(await page.textContent('main')).not.toContain('Which number')
    await page.getByTestId('withheld').getByRole('link').click()
    await page.waitForURL('**examples=1**')
    expect(await page.getByTestId('gold').textContent()).toBe('17')
    await page.getByTestId('sample-text').waitFor()
    await page.context().close()
  })
})
