'use client'

import { useState } from 'react'
import type { Offer } from '../new/offer'
import { ImportForm } from './import-form'
import { LogSourceFields } from './log-source'
import { LogWall } from './log-wall'
import { ReadingChoices } from './reading-choices'
import { AS_FOUND, type ChosenReading, type LogSource, type ReadState, useLog } from './use-log'

/** From another program's log to an evaluation: read and judged here as `cges import` does, then stored by the API. */
export function ImportLog({ offer }: { readonly offer: Offer }) {
  const { state, read } = useLog()
  const [source, setSource] = useState<LogSource | null>(null)
  const [chosen, setChosen] = useState<ChosenReading>(AS_FOUND)
  const [anyway, setAnyway] = useState(false)
  const readWith = (of: LogSource | null, changes: Partial<ChosenReading>) => {
    const now = { ...chosen, ...changes }
    setSource(of)
    setChosen(now)
    setAnyway(false)
    void read(of, now)
  }
  return (
    <div className="import-questions">
      <LogSourceFields onSource={(of) => readWith(of, {})} />
      <ReadingState state={state} />
      {state.phase === 'read' ? (
        <LogWall
          found={state.found}
          anyway={anyway}
          onAnyway={setAnyway}
          onRead={(changes) => readWith(source, changes)}
        />
      ) : null}
      {source === null ? null : <ReadingChoices chosen={chosen} change={(changes) => readWith(source, changes)} />}
      {state.phase === 'read' ? (
        <ImportForm
          key={state.turn}
          found={state.found}
          offer={offer}
          isHeld={state.found.doubts.fault !== null && !anyway}
        />
      ) : null}
    </div>
  )
}

/** How far the reading is, or what is wrong. */
function ReadingState({ state }: { readonly state: ReadState }) {
  if (state.phase === 'reading') {
    return (
      <p className="panel" role="status" data-testid="reading">
        <progress value={state.share} aria-label="Reading the log" /> Reading … {Math.round(100 * state.share)}%
      </p>
    )
  }
  return state.phase === 'failed' ? (
    <p className="panel bad log-problem" role="alert" data-testid="unreadable">
      {state.problem}
    </p>
  ) : null
}
