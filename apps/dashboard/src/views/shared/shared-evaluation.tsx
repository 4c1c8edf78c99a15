import type { EvaluationStatistics, EvaluationView } from '@cges-fleet/core'
import { useMemo } from 'react'
import { Status } from '../../ui/format/marks'
import { formatCount, formatProgress } from '../../ui/format/numbers'
import { nameMethods } from '../../ui/methods/names'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import { Background, Notes } from '../evaluation/notes'
import { Results } from '../evaluation/results'
import { withIntervals } from '../evaluation/statistics/story'
import { Verdict } from '../evaluation/verdict'

interface Props {
  readonly view: EvaluationView
  /** Null while they are computed. */
  readonly statistics: EvaluationStatistics | null
}

/** An evaluation's verdict, methods and chart, to be read. */
export function SharedEvaluation({ view: read, statistics }: Props) {
  const final = statistics?.final ?? null
  const view = useMemo(() => withIntervals(read, final), [read, final])
  const { name, benchmark, pool, trials } = view
  return (
    <article data-testid="shared-evaluation">
      <header className="evaluation-header">
        <div className="header-words">
          <div className="title-row">
            <h1>{name}</h1>
            <Status of={view} />
            <ProvenanceBadge {...view} />
            <Background view={view} />
          </div>
          <div className="subtitle">
            <span>
              {benchmark.title} · {pool.model}
            </span>
            <span className="header-progress">
              {formatCount(trials.closed)} / {formatCount(trials.total)} {formatProgress(trials.closed, trials.total)}
            </span>
          </div>
        </div>
        {view.status === 'paused' ? (
          <p data-testid="shared-paused">Paused. These figures stay as they are until its team resumes it.</p>
        ) : null}
        <Notes view={view} readings={statistics?.samples.readings ?? null} />
      </header>
      <div className="numbers">
        <Verdict view={view} reports={nameMethods(view.methods)} final={final} />
        <Results view={view} final={final} mayWrite={false} onChanged={nothing} />
      </div>
    </article>
  )
}

/** A reader changes nothing. */
const nothing = async () => undefined
