'use client'
import type { QuestionSample, QuestionView } from '@cges-fleet/core'
import { useState } from 'react'
import type { NamedReport } from '../families/name-methods'
import { answerName } from './answer-name'
import { SampleRows } from './sample-rows'

interface Props {
  readonly id: string
  readonly view: QuestionView
  readonly examples: string | undefined
  readonly chosen: NamedReport
  /** The sample that is open; null for none. */
  readonly open: number | null
  readonly onOpen: (index: number | null) => void
}

const COLUMNS = ['#', 'Answer', 'Confidence', 'Tokens', 'Ended', 'Took', 'Attempts']
const NUMBERS = new Set(['#', 'Confidence', 'Tokens', 'Took', 'Attempts'])

/** The samples, in the order drawn or by answer; what the chosen method did not use is faint. */
export function SamplesPanel({ id, view, examples, chosen, open, onOpen }: Props) {
  const [byAnswer, setByAnswer] = useState(true)
  const verdict = view.verdicts.find(({ method, state }) => method === chosen.key && state === 'resolved')
  const used = verdict?.calls ?? chosen.spec.budget
  const groups = byAnswer ? grouped(view) : [{ title: null, samples: view.samples }]
  return (
    <section className="panel" aria-labelledby="samples-title">
      <div className="title-row">
        <h2 id="samples-title">Samples</h2>
        <label className="check">
          <input type="checkbox" checked={byAnswer} onChange={(event) => setByAnswer(event.target.checked)} /> by answer
        </label>
      </div>
      <p className="muted">
        {verdict === undefined
          ? `${chosen.name} has no verdict here.`
          : `${chosen.name} used the first ${used}; those it did not use are faint.`}{' '}
        Open one for what the model wrote.
      </p>
      <div className="scroll-sideways" tabIndex={0} role="region" aria-label="Samples">
        <table className="samples" data-testid="samples">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th scope="col" key={column} className={NUMBERS.has(column) ? 'number' : ''}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ title, samples }) => (
            <tbody key={title ?? 'all'}>
              {title === null ? null : (
                <tr className="group">
                  <th scope="rowgroup" colSpan={COLUMNS.length}>
                    {title} <span className="muted">× {samples.length}</span>
                  </th>
                </tr>
              )}
              {samples.map((sample) => (
                <SampleRows
                  key={sample.index}
                  sample={sample}
                  answer={sample.answer === null ? null : (view.answers[sample.answer] ?? null)}
                  signal={'confidence' in chosen.spec ? chosen.spec.confidence : null}
                  unused={sample.index >= used}
                  isOpen={open === sample.index}
                  onOpen={onOpen}
                  at={{ id, position: view.position, replicate: view.replicate, index: sample.index, examples }}
                  withheld={view.withheld}
                />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  )
}

interface Group {
  readonly title: string
  readonly samples: readonly QuestionSample[]
}

/** The most given answer first; what gave none comes last. */
function grouped(view: QuestionView): Group[] {
  const groups = view.answers.map((_, place) => ({
    title: `${place + 1}. ${answerName(view, place)}`,
    samples: view.samples.filter(({ answer }) => answer === place),
  }))
  const without = { title: 'No answer', samples: view.samples.filter(({ answer }) => answer === null) }
  return [...groups.toSorted((a, b) => b.samples.length - a.samples.length), without].filter(
    ({ samples }) => samples.length > 0,
  )
}
