import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createClient } from '@cges-fleet/client'
import type { EvaluationView } from '@cges-fleet/core'
import { ListEvaluations } from '@cges-fleet/core/contract'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { useDashboardFleet } from './dashboard-fleet.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { NO_BROWSER } from './test-browser.js'

const QUESTIONS = 20
const EPOCHS = 8
const IDS = Array.from({ length: QUESTIONS }, (_, at) => `q${at}`)
const TURNS = Array.from({ length: EPOCHS }, (_, at) => at + 1)

/** What an answer is in its place: the last of a question is wrong, and one question is answered wrongly throughout. */
const answerAt = (id: string, epoch: number) => (id === 'q3' ? '6' : epoch === EPOCHS ? '8' : '7')
const inspectSample = (id: string, epoch: number) => ({
  id,
  epoch,
  input: `What is the sum of ${id}?`,
  target: '7',
  output: {
    model: 'their/Model-7B',
    choices: [{ message: { role: 'assistant', content: `So \\boxed{${answerAt(id, epoch)}}` }, stop_reason: 'stop' }],
  },
  scores: { expression: { value: answerAt(id, epoch) === '7' ? 'C' : 'I', answer: answerAt(id, epoch) } },
})
const SAMPLES = IDS.flatMap((id) => TURNS.map((epoch) => inspectSample(id, epoch)))
const INSPECT = JSON.stringify({ version: 2, status: 'success', eval: { model: 'their/Model-7B' }, samples: SAMPLES })
const RECORDINGS = IDS.map((id) =>
  JSON.stringify({
    question_id: id,
    question: `What is the sum of ${id}?`,
    answer: '7',
    samples: TURNS.map((epoch) => ({ text: `So \\boxed{${answerAt(id, epoch)}}` })),
  }),
).join('\n')
const TABLE = IDS.flatMap((id) =>
  TURNS.map((epoch) => ({ id, ask: `What is the sum of ${id}?`, said: answerAt(id, epoch) })),
)
const PARQUET = Buffer.from(
  parquetWriteBuffer({
    columnData: (['id', 'ask', 'said'] as const).map((name) => ({ name, data: TABLE.map((row) => row[name]) })),
  }),
)
/** Days that a comparison as words finds different from what the log calls right. */
const DATES = JSON.stringify({
  version: 2,
  status: 'success',
  eval: { model: 'their/Model-7B' },
  samples: SAMPLES.map((sample) => {
    const day = 10 + (Number(sample.id.slice(1)) % 9)
    const answer = `11/${day}/2019`
    return { ...sample, target: `2019-11-${day}`, scores: { date: { value: 'C', answer } } }
  }),
})

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'a log that is dropped', () => {
  const { served, open } = useDashboardFleet()
  const opened = () => open('/evaluations/import')

  const stored = async () => (await createClient({ url: served().fleet.api }).call(ListEvaluations)).evaluations

  it('leads from a file to a verdict in three clicks, and to the command line’s digest', async () => {
    const { page, errors } = await open('/evaluations')
    let clicks = 0
    const click = async (role: 'link' | 'button', name: string | RegExp) => {
      clicks += 1
      await page.getByRole(role, { name }).first().click()
    }
    await click('link', /drop a log/iu)
    clicks += 1
    await drop(page, 'theirs.json', INSPECT)
    await page.getByTestId('wall').waitFor()
    expect(await page.getByTestId('wall').textContent()).toContain('agree on 100.0% of 160 samples')
    expect(await figure(page, 'Questions')).toBe('20')
    expect(await figure(page, 'Not understood')).toBe('0.0% (0)')
    expect(await page.locator('[data-testid=preview] tbody tr').count()).toBe(3)
    await click('button', 'Import 160 samples')
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/u)
    await expect.poll(() => page.getByTestId('freshness').textContent(), { timeout: 120_000 }).toBe('■ Final')
    await page.locator('[data-delta]').first().waitFor({ timeout: 60_000 })
    expect(clicks).toBeLessThanOrEqual(3)
    expect(errors).toEqual([])

    const folder = mkdtempSync(join(tmpdir(), 'cges-drop-'))
    const path = join(folder, 'theirs.json')
    writeFileSync(path, INSPECT)
    const command = cges(['import', path, '--name', 'by command', '--api', served().fleet.api])
    expect(await command.code, command.err()).toBe(0)
    rmSync(folder, { recursive: true })
    const other = await served().fleet.view(/evaluation (\S+)\n$/u.exec(command.out())?.[1] ?? '')
    const own = await served().fleet.view(/[^/]+$/u.exec(page.url())?.[0] ?? '')
    expect(own.digest).toMatch(/^[0-9a-f]{64}$/u)
    expect(figures(own)).toEqual(figures(other))
  }, 240_000)

  it.each([
    ['runs.jsonl', Buffer.from(RECORDINGS)],
    ['runs.jsonl.gz', gzipSync(RECORDINGS)],
    ['theirs.json.gz', gzipSync(INSPECT)],
  ])('is read from %s', async (name, buffer) => {
    const { page, errors } = await opened()
    await drop(page, name, buffer)
    await page.getByRole('button', { name: 'Import 160 samples' }).waitFor()
    expect(await page.locator('.drop strong').textContent()).toBe(name)
    expect(await figure(page, 'Right by our grade')).toBe('83.1%')
    expect(errors).toEqual([])
  })

  it('maps a log’s rewards to confidences, as the command line does', async () => {
    const { page, errors } = await opened()
    const rows = IDS.map((id) => {
      const samples = TURNS.map((epoch) => ({ text: `So \\boxed{${answerAt(id, epoch)}}`, reward: epoch - 3 }))
      return JSON.stringify({ question_id: id, question: `What is ${id}?`, answer: '7', samples })
    })
    await page.getByLabel('Or paste a log').fill(rows.join('\n'))
    await expect.poll(() => figure(page, 'Confidence for CGES')).toBe('none in the log')
    await page.getByText('Read it differently').click()
    const reward = page.getByLabel('Reward (--reward-map)')
    await reward.fill('logistic:0')
    await reward.press('Enter')
    await expect.poll(() => page.getByRole('alert').first().textContent()).toContain('--reward-map: write it as')
    await reward.fill('logistic:0,1')
    await reward.press('Enter')
    await expect.poll(() => figure(page, 'Confidence for CGES')).toBe('rm')
    expect(errors).toEqual([])
  })

  it('can be pasted, and a table is read once its columns are named', async () => {
    const { page, errors } = await opened()
    await page.getByLabel('Or paste a log').fill(RECORDINGS)
    await page.getByRole('button', { name: 'Import 160 samples' }).waitFor()
    await drop(page, 'table.parquet', PARQUET)
    await expect.poll(() => page.getByRole('alert').first().textContent()).toContain('--map')
    await page.getByText('Read it differently').click()
    const map = page.getByLabel('Fields (--map)')
    await map.fill('id=id,question=ask,extracted=said')
    await map.press('Enter')
    await expect.poll(() => page.getByRole('alert').first().textContent()).toContain('reference')
    await page.getByLabel('File of questions, for logs without (--questions)').setInputFiles({
      name: 'gold.jsonl',
      mimeType: '',
      buffer: Buffer.from(
        IDS.map((id) => JSON.stringify({ id, question: `What is the sum of ${id}?`, answer: '7' })).join('\n'),
      ),
    })
    await page.getByRole('button', { name: 'Import 160 samples' }).waitFor()
    expect(errors).toEqual([])
  })

  it('stops where its grades are not ours, names the reading that helps, and goes on with it', async () => {
    const { page } = await opened()
    await drop(page, 'days.json', DATES)
    await page.getByText('Read it differently').click()
    await page.getByLabel('Answers are a').selectOption('text')
    const wall = page.getByTestId('wall')
    await expect.poll(() => wall.getAttribute('data-wall')).toBe('stopped')
    expect(await wall.textContent()).toContain('Stopped: our grade and the log’s agree on 0.0% of 160 samples')
    const start = page.getByRole('button', { name: 'Import 160 samples' })
    expect(await start.isDisabled()).toBe(true)
    await page.getByLabel('Import it anyway').check()
    expect(await start.isDisabled()).toBe(false)
    await page.getByRole('button', { name: 'Read answers as: date' }).click()
    await expect.poll(() => wall.getAttribute('data-wall')).toBe('passed')
    expect(await page.getByLabel('Answers are a').inputValue()).toBe('date')
  })

  it.each([
    ['cut.json', INSPECT.slice(0, -40), /ends in the middle, after 1\d\d samples/u],
    ['none.jsonl', '{"question_id": 7', /line 1: not JSON/u],
    ['bad.eval', 'nothing of the kind', /is not an Inspect archive/u],
    ['bad.jsonl.gz', 'nothing of the kind', /is not gzip/u],
    ['latin.jsonl', Buffer.from('{"question_id": "heißt"}\n', 'latin1'), /is not UTF-8/u],
    ['<img src=x onerror=alert(1)>.jsonl', '{"a": 1}', /line 1: /u],
  ])('that cannot be read says where and what to do, and stores nothing: %s', async (name, content, message) => {
    const before = (await stored()).length
    const { page, errors } = await opened()
    await drop(page, name, content)
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(message)
    expect(await page.getByRole('button', { name: /^Import/u }).count()).toBe(0)
    expect((await stored()).length).toBe(before)
    expect(errors).toEqual([])
  })

  it('leaves nothing behind where it was refused half-way, once its reader deletes it, and goes on where they do not', async () => {
    const before = (await stored()).map(({ id }) => id)
    const { page } = await opened()
    await page.route('**/v1/imports/*/samples', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 413,
            json: { type: 'about:blank', title: 'Full', status: 413, detail: 'There is no room.' },
          })
        : route.fallback(),
    )
    await drop(page, 'half.jsonl', RECORDINGS)
    await page.getByRole('button', { name: 'Import 160 samples' }).click()
    await page.getByTestId('not-imported').waitFor()
    expect((await stored()).length).toBe(before.length + 1)
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByTestId('not-imported').waitFor({ state: 'detached' })
    expect((await stored()).map(({ id }) => id)).toEqual(before)
    await page.getByRole('button', { name: 'Import 160 samples' }).click()
    await page.getByTestId('not-imported').waitFor()
    await page.unroute('**/v1/imports/*/samples')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/u)
    expect((await stored()).length).toBe(before.length + 1)
  })

  it('leaves axe nothing to find on any screen, and fits a phone', async () => {
    const { page } = await opened()
    const faults: string[] = []
    for (const [name, text] of Object.entries({ 'runs.jsonl': RECORDINGS, 'days.json': DATES })) {
      await drop(page, name, text)
      if (name === 'days.json') {
        await page.getByText('Read it differently').click()
        await page.getByLabel('Answers are a').selectOption('text')
        await page.locator('[data-wall=stopped]').waitFor()
      }
      await page.getByRole('button', { name: 'Import 160 samples' }).waitFor()
      faults.push(...(await faultsOn(page, name, SCREENS)))
    }
    expect(faults).toEqual([])
  })
})

const drop = (page: Page, name: string, content: string | Buffer) =>
  page.getByLabel('Files of the log').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })

const figure = (page: Page, name: string) =>
  page
    .locator('.wall-figures div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .textContent()

const figures = ({ digest, methods }: EvaluationView) => ({
  digest,
  methods: methods.map(({ key, accuracy, calls }) => ({ key, accuracy, calls })),
})
