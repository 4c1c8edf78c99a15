'use client'
import type { QuestionSample, QuestionView } from '@cges-fleet/core'
import type { ConfidenceSignal } from '@cges-fleet/methods'
import { readsSignal } from '@cges-fleet/methods/replay'
import { useState } from 'react'
import type { NamedReport } from '../families/name-methods'
import { CopyShown } from '../format/table/copy-shown'
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
const NUMBERS = new Set(['Confidence', 'Tokens', 'Took', 'Attempts'])

/** The samples, in the order drawn or by answer; what the chosen method did not use is faint. */
export function SamplesPanel({ chosen, ...props }: Props) {
  const { view } = props
  const [byAnswer, setByAnswer] = useState(true)
  const verdict = view.verdicts.find(({ method, state }) => method === chosen.key && state === 'resolved')
  const used = verdict?.calls ?? chosen.spec.budget
  const signal = readsSignal(chosen.spec)
  const groups = byAnswer ? grouped(view) : [{ key: 'all', title: null, samples: view.samples }]
  return (
    <section className="panel" aria-labelledby="samples-title">
      <div className="title-row">
        <h2 id="samples-title">Samples</h2>
        <label className="inline-check">
          <input type="checkbox" checked={byAnswer} onChange={(event) => setByAnswer(event.target.checked)} /> by answer
        </label>
        <CopyShown title={`Samples of question ${view.position}`} of="samples-table" />
      </div>
      <p className="muted">
        {verdict === undefined ? `${chosen.name} has no verdict here.` : usedWords(chosen.name, used)}{' '}
        {view.samples.length === 0 ? 'None was asked for yet.' : 'Open one for what the model wrote.'}
      </p>
      <div className="scroll-sideways" tabIndex={0} role="region" aria-label="Samples">
        <table id="samples-table" className="samples" data-testid="samples">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th scope="col" key={column} className={NUMBERS.has(column) ? 'number' : ''}>
                  {column === 'Confidence' && signal !== null ? `${column} (${signal})` : column}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <SampleGroup key={group.key} group={group} {...props} used={used} signal={signal} />
          ))}
        </table>
      </div>
    </section>
  )
}

function usedWords(name: string, used: number): string {
  return `${name} used the first ${used}; those it did not use are faint.`
}

interface GroupProps extends Omit<Props, 'chosen'> {
  readonly group: Omit<Group, 'title'> & { readonly title: string | null }
  readonly used: number
  readonly signal: ConfidenceSignal | null
}

function SampleGroup({ group: { title, samples }, used, signal, id, view, examples, open, onOpen }: GroupProps) {
  const { position, replicate, withheld, answers } = view
  const texts = view.samples.filter(({ text }) => text).map(({ index }) => index)
  return (
    <tbody>
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
          answer={sample.answer === null ? null : (answers[sample.answer] ?? null)}
          signal={signal}
          unused={sample.index >= used}
          isOpen={open === sample.index}
          onOpen={onOpen}
          at={{ id, position, replicate, index: sample.index, examples: examples === '1' ? '1' : undefined }}
          withheld={withheld}
          texts={texts}
        />
      ))}
    </tbody>
  )
}

interface Group {
  readonly key: string
  readonly title: string
  readonly samples: readonly QuestionSample[]
}

/** The most frequent answer first; samples without an answer come last. */
function grouped(view: QuestionView): Group[] {
  const groups = view.answers.map((_, place) => ({
    title: answerName(view, place),
    key: String(place),
    samples: view.samples.filter(({ answer }) => answer === place),
  }))
  const without = { title: 'No answer', key: 'none', samples: view.samples.filter(({ answer }) => answer === null) }
  return [...groups.toSorted((a, b) => b.samples.length - a.samples.length), without].filter(
    ({ samples }) => samples.length > 0,
  )
}
