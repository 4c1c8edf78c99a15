'use client'

import type { AnswerKind } from '@cges-fleet/answers'
import type { QuestionFields } from '@cges-fleet/core'
import { importBenchmark } from '@cges-fleet/core/addresses'
import { useEffect, useState } from 'react'
import { ask } from '../../api/browser'
import { KINDS } from './kinds'
import { QuestionPreview } from './question-preview'
import { QuestionSource } from './question-source'
import type { parseChosen, QuestionChoices, ReadQuestions } from './read-questions'

type Parsed = ReturnType<typeof parseChosen>

const PARTS = [
  { part: 'question', label: 'Question', none: 'choose' },
  { part: 'answer', label: 'Answer', none: 'choose' },
  { part: 'id', label: 'Id', none: 'line number' },
  { part: 'choices', label: 'Choices', none: 'in the question' },
] as const

/** Questions of one's own on a page: as they are read now, and what stores them. */
export interface OwnQuestions {
  readonly read: ReadQuestions | null
  /** Why nothing could be read, or nothing was stored; null if neither. */
  readonly why: string | null
  readonly chosen: QuestionChoices
  /** Null until they are read. */
  readonly parsed: Parsed | null
  readonly take: (read: ReadQuestions | null, problem: string | null) => void
  readonly choose: (changes: Partial<QuestionChoices>) => void
  /** Stores them as a benchmark, and returns its name; null if they were refused. Storing the same again changes nothing. */
  readonly store: () => Promise<string | null>
}

/** Keeps what is read of a file or a pasted text, and how. */
export function useOwnQuestions(): OwnQuestions {
  const [{ read, chosen }, set] = useState(NOTHING_READ)
  const [why, setWhy] = useState<string | null>(null)
  const parsed = useParsed(read, chosen)
  const take = (found: ReadQuestions | null, problem: string | null) => {
    set(found === null ? NOTHING_READ : { read: found, chosen: usualChoices(found) })
    setWhy(problem)
  }
  const store = async () => {
    if (parsed?.ok !== true) return null
    setWhy(null)
    const { questions, ...head } = parsed.benchmark
    const outcome = await ask(importBenchmark, { lines: [head, ...questions] })
    if (outcome.ok) return outcome.answer.name
    const faults = outcome.faults.map(({ field, problem }) => `${field}: ${problem}`)
    setWhy(faults.length === 0 ? outcome.why : faults.join('; '))
    return null
  }
  const choose = (changes: Partial<QuestionChoices>) => set({ read, chosen: { ...chosen, ...changes } })
  return { read, why, chosen, parsed, take, choose, store }
}

interface Taken {
  readonly read: ReadQuestions | null
  readonly chosen: QuestionChoices
}

const NOTHING_READ: Taken = { read: null, chosen: { name: '', kind: 'math', fields: {} } }

function usualChoices({ name, fields }: ReadQuestions): QuestionChoices {
  return { name, kind: fields.choices === undefined ? 'math' : 'choice', fields }
}

/** Where the questions are, what the columns hold and how answers are read; with a preview of the questions as read. */
export function OwnQuestionsFields({ of: { read, why, chosen, parsed, take, choose } }: { readonly of: OwnQuestions }) {
  return (
    <div className="import-questions">
      <QuestionSource onRead={take} />
      {read === null || read.doubt === null ? null : (
        <p className="warn" data-testid="doubt">
          {read.doubt}
        </p>
      )}
      {read === null ? null : <ChoiceFields columns={read.columns} chosen={chosen} change={choose} />}
      {parsed === null ? null : <QuestionPreview parsed={parsed} />}
      {why === null ? null : (
        <p className="bad" role="alert" data-testid={read === null ? 'unreadable' : 'not-stored'}>
          {why}
        </p>
      )}
    </div>
  )
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
function useParsed(read: ReadQuestions | null, chosen: QuestionChoices): Parsed | null {
  const [parsed, setParsed] = useState<Parsed | null>(null)
  useEffect(() => {
    if (read === null) return undefined
    let isNewest = true
    void import('./read-questions').then(({ parseChosen }) => {
      if (isNewest) setParsed(parseChosen(read.rows, chosen))
    })
    return () => {
      isNewest = false
    }
  }, [read, chosen])
  return read === null ? null : parsed
}
