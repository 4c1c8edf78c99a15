import { GetQuestion, pathOf } from '@cges-fleet/core/contract'
import { QuestionView } from '@cges-fleet/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { HOSTILE_TEXTS } from './hostile-texts.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, signIn, TestBrowser } from './test-browser.js'

const HOSTILE = `${HOSTILE_TEXTS.join(' ').slice(0, 900)} end`

const open = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'comments on a question', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser
  let where = ''

  beforeAll(async () => {
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
    where = `/evaluations/${teams().one.evaluation}/questions`
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function as(role: 'viewer' | 'member' | 'admin', options: object = {}) {
    const opened = await browser.page(options)
    await signIn(opened.page, dashboard, teams().one.keys[role])
    return opened
  }

  it('flags a question, finds it in the list, edits and deletes what was written', async () => {
    const { page, errors } = await as('member')
    await open(page, `${where}/1`)
    const panel = page.getByTestId('comments')
    await panel.getByText('Comment or flag').click()
    await panel.getByLabel('Flag').selectOption('Wrong reference answer')
    await panel.getByLabel('Comment').fill(HOSTILE)
    await panel.getByRole('button', { name: 'Add' }).click()
    const written = panel.locator('[data-comment]')
    await written.waitFor()
    expect(await written.textContent()).toContain('⚑ Wrong reference answera member')
    expect(await written.textContent()).toContain(HOSTILE_TEXTS[0])
    expect(await written.locator('script, img, iframe, a').count()).toBe(0)
    expect(await faultsOn(page, 'comments', SCREENS)).toEqual([])
    await open(page, where)
    await page.locator('[data-filter=flagged]').click()
    await page.waitForURL('**filter=flagged**')
    await expect.poll(() => page.getByTestId('matching').textContent()).toBe('1')
    expect(await page.locator('[data-question]').textContent()).toContain('⚑ Wrong reference answer1 comment')
    await page.locator('[data-question] a').first().click()
    await written.waitFor()
    await written.getByRole('button', { name: 'Edit' }).click()
    await written.getByLabel('Comment').fill('It is right after all.')
    await written.getByLabel('Flag').selectOption('None')
    await written.getByRole('button', { name: 'Save' }).click()
    await written.getByText('It is right after all.').waitFor()
    expect(await written.textContent()).toContain('· edited')
    await written.getByRole('button', { name: 'Delete' }).click()
    await written.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  it('shows who may not change them what is written, and no button', async () => {
    const { page } = await as('admin')
    await open(page, `${where}/0`)
    await page.getByTestId('comments').getByText('Comment or flag').click()
    await page.getByLabel('Comment', { exact: true }).fill('Seen by all of us.')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.locator('[data-comment]').waitFor()
    const { page: read } = await as('viewer')
    await open(read, `${where}/0`)
    const panel = read.getByTestId('comments')
    expect(await panel.textContent()).toContain('Seen by all of us.')
    expect(await panel.getByRole('button').count()).toBe(0)
    const { body } = await teams().ask(
      'GET',
      pathOf(GetQuestion, { path: { id: teams().one.evaluation, position: '0' } }),
      {
        key: teams().one.keys.viewer,
      },
    )
    expect(QuestionView.parse(body).comments.map(({ createdBy }) => createdBy)).toEqual(['a admin'])
    await open(read, `${where}/1`)
    await read.getByTestId('verdicts').waitFor()
    expect(await panel.count()).toBe(0)
  })
})
