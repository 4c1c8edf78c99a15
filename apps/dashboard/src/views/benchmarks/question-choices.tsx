'use client'

import type { AnswerKind } from '@cges-fleet/answers'
import type { QuestionFields } from '@cges-fleet/core'
import { importBenchmark } from '@cges-fleet/core/addresses'
import { counted } from '@cges-fleet/core/counted'
import { useEffect, useState } from 'react'
import { ask } from '../../api/browser'
import { KINDS } from './kinds'
import { QuestionPreview } from './question-preview'
import type { parseChosen, QuestionChoices, ReadQuestions } from './read-questions'

interface Props {
  readonly read: ReadQuestions
  readonly onStored: (name: string) => void
}

type Parsed = ReturnType<typeof parseChosen>

const PARTS = [
  { part: 'question', label: 'Question', none: 'choose' },
  { part: 'answer', label: 'Answer', none: 'choose' },
  { part: 'id', label: 'Id', none: 'line number' },
  { part: 'choices', label: 'Choices', none: 'in the question' },
] as const

/** What the columns hold, how answers are read, and a name; with a preview of the questions as they are read. */
export function QuestionChoicesForm({ read, onStored }: Props) {
  const [chosen, setChosen] = useState<QuestionChoices>({
    name: read.name,
    kind: read.fields.choices === undefined ? 'math' : 'choice',
    fields: read.fields,
  })
  const parsed = useParsed(read, chosen)
  const { busy, why, store } = useStoring(parsed, onStored)
  const count = parsed?.ok === true ? ` ${counted(parsed.benchmark.questions.length, 'question')}` : ''
  return (
    <form
      className="panel"
      aria-label="How the questions are read"
      onSubmit={(event) => {
        event.preventDefault()
        void store()
      }}
    >
      {read.doubt === null ? null : (
        <p className="warn" data-testid="doubt">
          {read.doubt}
        </p>
      )}
      <ChoiceFields columns={read.columns} chosen={chosen} change={(some) => setChosen({ ...chosen, ...some })} />
      {parsed === null ? null : <QuestionPreview parsed={parsed} />}
      {why === null ? null : (
        <p className="bad" role="alert" data-testid="not-stored">
          {why}
        </p>
      )}
      <button type="submit" className="primary" disabled={busy || parsed?.ok !== true}>
        {busy ? 'Saving …' : `Save${count}`}
      </button>
    </form>
  )
}

/** Stores the benchmark, and why it was refused if it was. */
function useStoring(parsed: Parsed | null, onStored: (name: string) => void) {
  const [state, setState] = useState<{ readonly busy: boolean; readonly why: string | null }>({
    busy: false,
    why: null,
  })
  const store = async () => {
    if (parsed?.ok !== true) return
    setState({ busy: true, why: null })
    const { questions, ...head } = parsed.benchmark
    const asked = await ask(importBenchmark, { lines: [head, ...questions] })
    if (asked.ok) return onStored(asked.answer.name)
    const faults = asked.faults.map(({ field, problem }) => `${field}: ${problem}`)
    setState({ busy: false, why: faults.length === 0 ? asked.why : faults.join('; ') })
  }
  return { ...state, store }
}

interface FieldsProps {
  readonly columns: readonly string[]
  readonly chosen: QuestionChoices
  readonly change: (changes: Partial<QuestionChoices>) => void
}

function ChoiceFields({ columns, chosen, change }: FieldsProps) {
  const { name, kind } = chosen
  return (
    <div className="fields">
      {PARTS.map(({ part, ...words }) =>
        part === 'choices' && kind !== 'choice' ? null : (
          <ColumnField key={part} {...{ part, columns, chosen, change, ...words }} />
        ),
      )}
      <label className="field">
        <span>Answers are a</span>
        <select value={kind} onChange={({ target: { value } }) => change({ kind: value as AnswerKind })}>
          {Object.entries(KINDS).map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>Benchmark name</span>
        <input
          type="text"
          maxLength={64}
          autoComplete="off"
          value={name}
          onChange={({ target: { value } }) => change({ name: value })}
        />
      </label>
    </div>
  )
}

interface ColumnProps extends FieldsProps {
  readonly part: (typeof PARTS)[number]['part']
  readonly label: string
  /** What it means that no column is chosen. */
  readonly none: string
}

/** Which column holds a part of each question. */
function ColumnField({ part, label, none, columns, chosen: { fields }, change }: ColumnProps) {
  return (
    <label className="field">
      <span>{label} column</span>
      <select
        value={fields[part] ?? ''}
        onChange={({ target: { value } }) => change({ fields: withColumn(fields, part, value) })}
      >
        <option value="">{none}</option>
        {columns.map((column) => (
          <option key={column}>{column}</option>
        ))}
      </select>
    </label>
  )
}

function withColumn(fields: QuestionFields, part: (typeof PARTS)[number]['part'], column: string): QuestionFields {
  const { [part]: _before, ...others } = fields
  return column === '' ? others : { ...others, [part]: column }
}

/** The questions as they are read by what is chosen now; null until the first time. */
function useParsed(read: ReadQuestions, chosen: QuestionChoices): Parsed | null {
  const [parsed, setParsed] = useState<Parsed | null>(null)
  useEffect(() => {
    let isNewest = true
    void import('./read-questions').then(({ parseChosen }) => {
      if (isNewest) setParsed(parseChosen(read.rows, chosen))
    })
    return () => {
      isNewest = false
    }
  }, [read, chosen])
  return parsed
}
