import type { EvaluationRow } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import Link from 'next/link'
import { suiteAddress } from '../../addresses/comparisons'
import { fetchEvaluations } from '../../api/reads'
import { ProblemPanel } from '../../ui/shell/problem-panel'

/** Lists the suites of the newest evaluations, for an address that names none; explains what a suite is if there is none. */
export async function ChooseSuite() {
  const found = await fetchEvaluations({})
  if (!found.ok) return <ProblemPanel problem={found.problem} retry={suiteAddress({})} page="Suites" />
  const suites = suitesOf(found.value.evaluations)
  return (
    <>
      <h1>Suites</h1>
      <section className="panel" data-testid="choose-suite">
        <h2>{suites.size === 0 ? 'No suite yet' : 'Whose table do you want?'}</h2>
        <ul className="compared">
          {[...suites].map(([suite, evaluations]) => (
            <li key={suite}>
              <span className="compared-name">
                <Link href={suiteAddress({ suite })}>{suite}</Link>
                <span className="under">{counted(evaluations, 'evaluation')}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="muted">
          A suite is one table of several benchmarks. Name the same suite in each{' '}
          <Link href="/evaluations/new">new evaluation</Link> that belongs to it.
          {suites.size === 0 ? null : ' Suites of your newest evaluations are listed here.'}
        </p>
      </section>
    </>
  )
}

function suitesOf(evaluations: readonly EvaluationRow[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { suite } of evaluations) if (suite !== null) counts.set(suite, (counts.get(suite) ?? 0) + 1)
  return counts
}
