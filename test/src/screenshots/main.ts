import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { EvaluationPage, EvaluationStatistics } from '@cges-fleet/core'
import { ListEvaluations, pathOf, GetStatistics } from '@cges-fleet/core/contract'
import { endChromium, TestBrowser } from '../browser/test-browser.js'

// Renews the pictures of docs/dashboard.md and of the README from a finished demonstration: npm run screenshots. Flags go to `cges up`, such
// as --simulated.
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const flags = process.argv.slice(2)
const folder = join(ROOT, 'docs/pictures')
const WAIT_MS = 15 * 60_000
const SCREEN = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

interface Shown {
  readonly name: string
  readonly path: string
  readonly viewport?: typeof SCREEN
  readonly colorScheme?: 'dark'
}

/** What is shown of an evaluation, and by which name it is kept. */
const PAGES = (id: string): readonly Shown[] => [
  { name: 'evaluation', path: `/evaluations/${id}` },
  { name: 'evaluation-dark', path: `/evaluations/${id}`, colorScheme: 'dark' },
  { name: 'evaluation-phone', path: `/evaluations/${id}`, viewport: PHONE },
  { name: 'questions', path: `/evaluations/${id}/questions?filter=disagree` },
  { name: 'question', path: `/evaluations/${id}/questions/3` },
  { name: 'signals', path: `/evaluations/${id}/signals` },
  { name: 'compare', path: `/compare?evaluations=${id}&with=own` },
  { name: 'evaluations', path: '/evaluations' },
  { name: 'new-evaluation', path: `/evaluations/new?clone=${id}` },
  { name: 'pool', path: '/pool' },
]

const data = mkdtempSync(join(tmpdir(), 'cges-screenshots-'))
const fleet = spawn(
  process.execPath,
  [join(ROOT, 'apps/cli/bundle/main.js'), 'up', '--demo', '--data', data, ...flags],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
try {
  const dashboard = await addressOf(fleet)
  console.log(`${dashboard}: the demonstration runs …`)
  await take(dashboard, await finished(dashboard))
} finally {
  fleet.kill('SIGINT')
  if (fleet.exitCode === null) await once(fleet, 'exit')
  rmSync(data, { recursive: true, force: true })
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the fleet says nothing')
  const lines = createInterface({ input: stdout })
  for await (const line of lines) {
    const address = /^Dashboard +(http\S+)$/u.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('the fleet did not start')
}

/** Waits until the demonstration is done and judged; gives its id. */
async function finished(dashboard: string): Promise<string> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(500)) {
    const page = EvaluationPage.parse(await (await fetch(dashboard + pathOf(ListEvaluations))).json())
    const [evaluation] = page.evaluations
    if (evaluation?.status !== 'done') continue
    const { id } = evaluation
    const statistics = await fetch(dashboard + pathOf(GetStatistics, { path: { id } }))
    if (statistics.ok && EvaluationStatistics.parse(await statistics.json()).final !== null) return id
  }
  throw new Error(`the demonstration did not end within ${WAIT_MS / 60_000} minutes`)
}

async function take(dashboard: string, id: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const browser = await TestBrowser.open()
  try {
    for (const { name, path, viewport = SCREEN, colorScheme = 'light' } of PAGES(id)) {
      const { page } = await browser.page({ viewport, colorScheme, deviceScaleFactor: 1 })
      await page.goto(dashboard + path, { waitUntil: 'networkidle' })
      const devtools = await page.context().newCDPSession(page)
      const { data: picture } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 90 })
      const file = join(folder, `${name}.webp`)
      writeFileSync(file, picture, 'base64')
      console.log(file)
      await page.context().close()
    }
  } finally {
    await endChromium()
  }
}
