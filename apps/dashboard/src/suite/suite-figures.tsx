'use client'
import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { useMemo } from 'react'
import type { ComparedQuery } from '../compare/compared-address'
import { nameComparison } from '../compare/named-comparison'
import { useJudgements } from '../compare/use-judgements'
import { ExternalNote } from '../families/external-note'
import { CopyTable } from '../format/table/copy-table'
import { AverageFigure } from './average-figure'
import { suiteTableOf } from './suite-table-of'
import { suiteText } from './suite-text'
import { whyNotCompared } from './why-not-compared'
import { SuiteTable } from './suite-table'

interface Props {
  readonly title: string
  readonly comparison: Comparison
  readonly statistics: ComparisonStatistics | null
  readonly query: ComparedQuery
}

/** A suite's table with a button to copy it, and a chart of its average differences. */
export function SuiteFigures({ title, comparison, statistics: initial, query }: Props) {
  const named = useMemo(() => nameComparison(comparison), [comparison])
  const { statistics, problem, again } = useJudgements(query, initial)
  const table = suiteTableOf(named, statistics)
  return (
    <>
      <section className="panel" aria-labelledby="suite-title">
        <div className="panel-head">
          <h2 id="suite-title">Methods by benchmarks</h2>
          <CopyTable title={title} read={() => suiteText(named, table)} />
        </div>
        <SuiteTable evaluations={named.evaluations} table={table} isAwaited={statistics === null && problem === null} />
        <p className="footnote">
          Accuracy with its 95% interval, calls and tokens a question. Bold: the best of its column as written; whether
          that is more than chance, the Δ rows say: paired by question, judged with p adjusted for all of them (Holm).
          {table.withheld === null ? '' : ` There is no average: ${table.withheld}.`}
          <ExternalNote reports={named.methods} />
        </p>
        {whyNotCompared(named).map((why) => (
          <p key={why} className="note-warning">
            ⚠ {why}
          </p>
        ))}
        {problem === null ? null : (
          <p role="alert">
            The intervals could not be read: {problem}{' '}
            <button type="button" className="small" onClick={again}>
              Try again
            </button>
          </p>
        )}
      </section>
      {statistics === null ? null : <AverageFigure table={table} statistics={statistics} />}
    </>
  )
}
