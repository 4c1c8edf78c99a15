'use client'

import type { QuestionAnswer, QuestionSample, QuestionView } from '@cges-fleet/core'
import { textsDeletedWords } from '@cges-fleet/core/texts-deleted-words'
import type { ConfidenceSignal } from '@cges-fleet/methods'
import { useState } from 'react'
import type { SampleAddress } from '../../addresses/questions'
import { outcomeWords } from './outcome-words'
import { SampleDetails } from './sample-details'
import { Missing } from '../../ui/format/marks'
import { formatCount, formatSeconds } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import { CopyShown } from '../../ui/table/copy-table'
import { AnswerKey, answerName, VerdictMark, VisibleText } from './answers'

interface Props {
  readonly id: string
  readonly view: QuestionView
  readonly examples: string | undefined
  readonly chosen: NamedReport
  /** The confidence that the chosen method reads; null if none. */
  readonly signal: ConfidenceSignal | null
  /** The sample that is open; null for none. */
  readonly open: number | null
  readonly onOpen: (index: number | null) => void
}

const COLUMNS = ['#', 'Answer', 'Confidence', 'Tokens', 'Ended', 'Took', 'Attempts']
const NUMBERS = new Set(['Confidence', 'Tokens', 'Took', 'Attempts'])

/** The samples, in the order drawn or by answer; what the chosen method did not use is faint. */
export function SamplesPanel({ chosen, signal, ...props }: Props) {
  const { view } = props
  const [byAnswer, setByAnswer] = useState(true)
  const verdict = view.verdicts.find(({ method, state }) => method === chosen.key && state === 'resolved')
  const used = verdict?.calls ?? chosen.spec.budget
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
        {view.samples.length === 0 ? 'No sample yet.' : openWords(view.textsDeletedAt)}
      </p>
      <div className="scroll-sideways" tabIndex={0} role="region" aria-label="Table of samples">
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

function openWords(textsDeletedAt: string | null): string {
  return textsDeletedAt === null ? 'Open one for what the model wrote.' : textsDeletedWords(textsDeletedAt)
}

function usedWords(name: string, used: number): string {
  return `${name} used the first ${used}. Samples it did not use are faint.`
}

interface GroupProps extends Omit<Props, 'chosen'> {
  readonly group: Omit<Group, 'title'> & { readonly title: string | null }
  readonly used: number
  readonly signal: ConfidenceSignal | null
}

function SampleGroup({ group: { title, samples }, used, signal, id, view, examples, open, onOpen }: GroupProps) {
  const { position, replicate, withheld, textsDeletedAt, answers } = view
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
          textsDeletedAt={textsDeletedAt}
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

interface SampleRowsProps {
  readonly sample: QuestionSample
  readonly answer: QuestionAnswer | null
  /** The confidence to show: the chosen method's; null for any there is. */
  readonly signal: ConfidenceSignal | null
  readonly unused: boolean
  readonly isOpen: boolean
  readonly onOpen: (index: number | null) => void
  readonly at: SampleAddress
  readonly withheld: boolean
  readonly textsDeletedAt: string | null
  readonly texts: readonly number[]
}

/** One sample and, once it is opened, all its details below. */
function SampleRows({ sample, answer, signal, unused, isOpen, onOpen, at, ...shown }: SampleRowsProps) {
  const { index, finishReason, completionTokens, totalMs, attempts } = sample
  return (
    <>
      <tr data-sample={index} className={unused ? 'unused' : ''}>
        <td>
          <button
            type="button"
            className="open-sample"
            aria-expanded={isOpen}
            onClick={() => onOpen(isOpen ? null : index)}
          >
            {isOpen ? '▾' : '▸'} {index + 1}
            <span className="sr-only"> sample, {isOpen ? 'close' : 'open'}</span>
          </button>
        </td>
        <AnswerCell sample={sample} answer={answer} unused={unused} />
        <td className="number">
          <Confidence sample={sample} signal={signal} />
        </td>
        <td className="number">{known(completionTokens, formatCount)}</td>
        <td>{finishReason ?? <Missing why="not reported" />}</td>
        <td className="number">{known(totalMs, (ms) => formatSeconds(ms / 1000))}</td>
        <td className="number">
          {attempts.length === 0 ? <Missing why="it was imported, or not requested yet" /> : attempts.length}
        </td>
      </tr>
      {isOpen ? (
        <tr className="opened">
          <td colSpan={7}>
            <SampleDetails sample={sample} at={at} {...shown} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

function known(value: number | null, format: (value: number) => string) {
  return value === null ? <Missing why="not reported" /> : format(value)
}

function AnswerCell({
  sample: { state, outcome, excerpt, completionTokens },
  answer,
  unused,
}: Pick<SampleRowsProps, 'sample' | 'answer' | 'unused'>) {
  return (
    <td className="sample-answer">
      {answer === null ? (
        <em>{outcomeWords({ state, outcome, completionTokens })}</em>
      ) : (
        <>
          <AnswerKey text={answer.key} /> <VerdictMark correct={answer.correct} />
        </>
      )}
      {unused ? <span className="muted"> · not used</span> : null}
      {excerpt === null ? null : (
        <span className="excerpt">
          … <VisibleText text={excerpt} />
        </span>
      )}
    </td>
  )
}

function Confidence({
  sample: { signals },
  signal,
}: {
  readonly sample: QuestionSample
  readonly signal: ConfidenceSignal | null
}) {
  const [first] = Object.entries(signals ?? {})
  const value = signal === null ? first?.[1] : signals?.[signal]
  const name = signal ?? first?.[0]
  if (value === undefined) return <Missing why="the server returned no log-probabilities" />
  return (
    <span title={name}>
      <span className="confidence-bar" aria-hidden="true">
        <span style={{ width: `${100 * value}%` }} />
      </span>{' '}
      {value.toFixed(3)}
    </span>
  )
}
