import type { Priority } from '@cges-fleet/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestTeam, useTeams } from '../access/use-teams.js'
import { claim, POOL, round, submit } from '../support/evaluation-rows.js'
import { dashboardFor } from './dashboard-server.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { NO_BROWSER, signIn, TestBrowser } from './test-browser.js'

const queueOf = (page: Page) => page.getByTestId('queue').filter({ visible: true })

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the queue on the page of a pool', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser
  /** The evaluation of team one. */
  let ours: string

  beforeAll(async () => {
    const { db, one, two, url } = teams()
    await db.query('DELETE FROM worker')
    await db.query(
      `INSERT INTO worker (id, pool, slots, ready, heartbeat_at) VALUES (gen_random_uuid(), $1, 4, true, now() + interval '1 hour')`,
      [POOL],
    )
    const ids = [await evaluationOf(one), await evaluationOf(two), await evaluationOf(one, 'low')]
    ours = ids[0] ?? ''
    dashboard = await dashboardFor(url)
    browser = await TestBrowser.open()
  })
  afterAll(() => browser?.close())

  /** An evaluation whose samples wait; of team two, four are drawn in all slots. */
  async function evaluationOf({ id: team, name, mark }: TestTeam, priority: Priority = 'normal'): Promise<string> {
    const { db } = teams()
    const benchmark = { name: `numbers-${name}`, title: `Numbers ${mark}` }
    const changes = { name: `${priority} run of ${mark}`, priority, owner: `owner of ${name}`, replicates: 4 }
    const id = await submit(db, { team, benchmark, changes })
    const { queued } = await round(db, id)
    if (name === 'two') for (const call of queued.slice(0, 4)) await claim(db, call)
    return id
  }

  async function opened(key: string): Promise<Page> {
    const { page } = await browser.page()
    await signIn(page, dashboard, key)
    await page.goto(new URL(`/pool?pool=${POOL}`, page.url()).href)
    await queueOf(page).waitFor()
    return page
  }

  it('lists my team’s evaluations and why they wait, and says what others have of our share', async () => {
    const page = await opened(teams().one.keys.viewer)
    const row = queueOf(page).getByRole('row', { name: /^normal run/ })
    expect(await row.textContent()).toMatch(/owner of one016—/)
    expect(await page.getByTestId('why').filter({ visible: true }).textContent()).toContain('Your team shares 4 slots')
    // What holds one of them alone stands beside it.
    const low = queueOf(page).getByRole('row', { name: /^low run/ })
    expect(await low.textContent()).toContain('Behind 1 evaluation of your team with a higher priority')
    expect(await page.getByTestId('borrowed').filter({ visible: true }).textContent()).toBe(
      'Your team uses 0 of the 2 slots of its share. Other teams borrow 2. You get them back as their samples end.',
    )
    expect(await queueOf(page).textContent()).not.toContain(teams().two.mark)
    expect(await page.getByRole('form', { name: `What everyone sees in ${POOL}` }).count()).toBe(0)
    await row.getByRole('link').click()
    await page.waitForURL(`**/evaluations/${ours}`)
  })

  it('shows other teams’ evaluations once an operator lets it, without a way into them', async () => {
    const { one, two } = teams()
    const operator = await opened(two.keys.operator)
    await operator.getByText('Change what everyone sees').click()
    const form = operator.getByRole('form', { name: `What everyone sees in ${POOL}` })
    await form.getByLabel('Of other teams').selectOption('also evaluations and their owners')
    await form.getByRole('button', { name: 'Save' }).click()
    await operator.getByTestId('visibility').getByText('Everyone who uses this pool sees all its evaluations').waitFor()
    const page = await opened(one.keys.viewer)
    const row = queueOf(page).getByRole('row', { name: two.mark })
    expect(await row.textContent()).toMatch(/twoowner of two412—/)
    expect(await row.getByRole('link').count()).toBe(0)
  })

  it('has no fault beside reservations, with its forms open', async () => {
    const { db, one, two } = teams()
    for (const [{ id }, hours] of [[one, 0] as const, [two, 26] as const])
      await db.query(
        `INSERT INTO reservation (id, pool, team_id, slots, starts_at, ends_at)
         VALUES (gen_random_uuid(), $1, $2, 2, now() + $3 * interval '1 hour', now() + ($3 + 6) * interval '1 hour')`,
        [POOL, id, hours],
      )
    const page = await opened(one.keys.operator)
    for (const open of ['Change what everyone sees', 'Reserve slots']) await page.getByText(open).click()
    expect(await faultsOn(page, 'pool-queue', SCREENS)).toEqual([])
  })
})
