'use client'
import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { useMemo } from 'react'
import { forestHeight } from '../charts/draw-forest'
import { ExternalNote } from '../families/external-note'
import { CopyTable } from '../format/table/copy-table'
import type { ComparedQuery } from './compared-address'
import { DifferencesTable } from './differences-table'
import { differencesText, noteOf } from './differences-text'
import { ForestFigure } from './forest-figure'
import { judgedPairs } from './judged-pairs'
import { type LetteredEvaluation, nameComparison } from './named-comparison'
import { OverlayFigure } from './overlay-figure'
import { SaveComparison } from './save-comparison'
import { type Judgements, useJudgements } from './use-judgements'
import { WinsTable } from './wins-table'

interface Props {
  readonly comparison: Comparison
  readonly statistics: ComparisonStatistics | null
  readonly query: ComparedQuery
}

/**
 * The figures of a comparison: differences with their judgements, which side is right where, and all methods in one
 * plane.
 */
export function ComparedFigures({ comparison, statistics: initial, query }: Props) {
  const { evaluations, pairs } = useMemo(() => nameComparison(comparison), [comparison])
  const judgements = useJudgements(query, initial)
  const { statistics, problem } = judgements
  const judged = judgedPairs(pairs, statistics)
  const unpaired = pairs.filter(({ pair }) => pair.state === 'unpaired')
  const table = differencesText(judged, unpaired)
  const rows = judged.length + unpaired.length
  return (
    <>
      {rows === 0 ? null : (
        <>
          <section className="panel" aria-labelledby="differences-title">
            <div className="panel-head">
              <h2 id="differences-title">Differences</h2>
              <span className="panel-tools">
                <CopyTable title="Differences" read={() => table} />
                <SaveComparison comparison={comparison} statistics={statistics} />
              </span>
            </div>
            {judged.length === 0 ? (
              <p className="muted">No pair shares a question; what is compared unpaired is below.</p>
            ) : (
              <DifferencesTable judged={judged} waiting={problem === null ? 'being computed' : 'not known'} />
            )}
            <DifferencesNote judged={judged.length} evaluations={evaluations} />
          </section>
          {statistics !== null || judged.length === 0 ? (
            <ForestFigure judged={judged} unpaired={unpaired} margin={statistics?.margin ?? 0.01} table={table} />
          ) : (
            <Awaited rows={rows} judgements={judgements} />
          )}
        </>
      )}
      {judged.length === 0 ? null : <WinsTable judged={judged} />}
      <OverlayFigure evaluations={evaluations} pairs={pairs} />
    </>
  )
}

interface NoteProps {
  readonly judged: number
  readonly evaluations: readonly LetteredEvaluation[]
}

function DifferencesNote({ judged, evaluations }: NoteProps) {
  return (
    <p className="footnote">
      {noteOf(judged)}
      <ExternalNote reports={evaluations.flatMap(({ reports }) => reports)} />
    </p>
  )
}

/** The room of the picture while its intervals are computed, or why they are not there. */
function Awaited({ rows, judgements: { problem, again } }: { readonly rows: number; readonly judgements: Judgements }) {
  return (
    <section
      className="panel chart skeleton"
      aria-busy={problem === null}
      style={{ minHeight: forestHeight(rows) + 120 }}
    >
      <h2>Differences in accuracy</h2>
      {problem === null ? (
        <p className="muted" role="status">
          Intervals and tests are being computed; the first time that takes some seconds. The counts below are final.
        </p>
      ) : (
        <p role="alert">
          The intervals could not be read: {problem}{' '}
          <button type="button" className="small" onClick={again}>
            Try again
          </button>
        </p>
      )}
    </section>
  )
}
