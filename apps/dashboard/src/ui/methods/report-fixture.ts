import { parseMethodSpec } from '@cges-fleet/methods'
import { methodReport } from '@cges-fleet/statistics'
import { identityOf } from './identity'
import type { NamedReport } from './names'

const NOTHING = { trials: 0, started: 0, blocked: 0, byCalls: [], openByDepth: [], leading: 0, leadingCorrect: 0 }

/** A method's report for tests, as the API would make it, with the test's changes. */
export function reportFixture(method: string, changes: Partial<NamedReport> = {}): NamedReport {
  const parsed = parseMethodSpec(method, 16)
  if (!parsed.ok) throw new Error(parsed.problem)
  const report = methodReport(parsed.spec, NOTHING)
  return { ...report, name: report.label, identity: identityOf(report), place: 0, ...changes }
}
