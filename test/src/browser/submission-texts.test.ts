import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { addMethods, openAdvanced, startButton, submittedAs } from './page-actions.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, signIn, TestBrowser } from './test-browser.js'

const run = promisify(execFile)
const CLI = join(import.meta.dirname, '../../../apps/cli/bundle/main.js')
const PYTHON = process.env['PEERS_PYTHON'] ?? 'python3'

const hasRequests = await run(PYTHON, ['-c', 'import requests']).then(
  () => true,
  () => false,
)

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'a new evaluation as text', () => {
  const teams = useTeams()
  const folder = mkdtempSync(join(tmpdir(), 'cges-submissions-'))
  let dashboard: string
  let browser: TestBrowser

  beforeAll(async () => {
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is the same as YAML, curl and Python: each makes the identical evaluation', async () => {
    const { page } = await browser.page()
    await signIn(page, dashboard, teams().one.keys.member)
    await page.goto(new URL('/evaluations/new', page.url()).href)
    const name = `It's "the same" \\ – γ $HOME`
    await page.getByLabel('Name').fill(name)
    await addMethods(page, 'DSC')
    await openAdvanced(page)
    await page.getByLabel('Suite').fill('null')
    await page.getByLabel('Replicates').fill('2')
    await page.getByLabel('Temperature').fill('0.5')
    await page.getByLabel('Most calls').fill('900')
    await page.getByText('Paper’s votes').click()
    await page.getByText('The same as YAML, curl or Python').click()
    const key = teams().one.keys.member
    const env = { ...process.env, CGES_API_KEY: key }
    const text = async (title: string) => {
      await page.getByRole('button', { name: title, exact: true }).click()
      return (await page.locator('.same-as pre').textContent()) ?? ''
    }
    const yaml = await text('YAML')
    const curl = await text('curl')
    const python = await text('Python')
    expect([yaml, curl, python].join('')).not.toContain(key)
    await startButton(page).click()
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    writeFileSync(join(folder, 'evaluation.yaml'), yaml)
    await run(process.execPath, [CLI, 'evaluate', join(folder, 'evaluation.yaml'), '--api', teams().url], { env })
    const { stdout } = await run('bash', ['-c', `set -e; ${curl}`], { env })
    expect(stdout).toContain('"id"')
    if (hasRequests) {
      writeFileSync(join(folder, 'evaluation.py'), python)
      await run(PYTHON, [join(folder, 'evaluation.py')], { env })
    }
    const all = await submittedAs(teams().db, name)
    expect(all).toHaveLength(hasRequests ? 4 : 3)
    for (const each of all) expect(each).toEqual(all[0])
    expect(all[0]).toMatchObject({ suite: 'null', calls: 900 })
  }, 300_000)
})
