import { isCertified, MethodSpec } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { certifiedReport } from './certified-report.js'

const spec = MethodSpec.parse({ method: 'asc-beta', certified: [0.05, 0.1], calibrate: 60, budget: 8 })
const fixed = { threshold: 0.94, questions: 60, disagreements: 1, leftOut: 0 }

function reportOf(questions: number, of: object, interim = false) {
  if (!isCertified(spec)) throw new Error('it is')
  return certifiedReport(spec, { questions, ...of }, { resolved: 240, calls: 60 * 8 + 180 * 3 }, interim)
}

it('reports what the threshold costs without its calibration, once that is known', () => {
  expect(reportOf(240, { fixed })).toMatchObject({ wanted: 60, fixed, callsWithout: 3 })
  expect(reportOf(240, { fixed }, true).callsWithout).toBeNull()
  expect(reportOf(60, { fixed }).callsWithout).toBeNull()
  expect(reportOf(240, {})).toMatchObject({ fixed: null, callsWithout: null })
})
