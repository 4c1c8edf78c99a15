import type { DataSource } from '@cges-fleet/db'
import type { Locator, Page } from 'playwright-core'
import { select } from '../support/evaluation-rows.js'

/** The button that submits the form of a new evaluation. */
export function startButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Start evaluation' })
}

/** All that a submission stores, of each evaluation with this name. */
export function submittedAs(db: DataSource, name: string): Promise<object[]> {
  return select(
    db,
    `SELECT name, suite, benchmark_id, pool, spec, seed, replicates, questions, s.call_cap AS calls, s.token_cap AS tokens, owner
     FROM evaluation e JOIN spending s ON s.evaluation_id = e.id WHERE e.name = $1`,
    [name],
  )
}
