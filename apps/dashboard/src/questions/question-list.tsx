'use client'
import type { QuestionPage } from '@cges-fleet/core'
import { useRef } from 'react'
import type { NamedReport } from '../families/name-methods'
import { stepRows } from '../frame/step-rows'
import { useKeys } from '../frame/use-keys'
import { QuestionTableRow } from './question-table-row'
import type { Selection } from './selection'

interface Props {
  readonly id: string
  readonly page: QuestionPage
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
  /** Whether the evaluation has several replicates of each question. */
  readonly several: boolean
}

const COLUMNS = ['#', 'Question', 'Answers given, by whom, after how many calls', 'Samples read']
const NUMBERS = new Set(['#', 'Samples read'])

/** A page of questions, each with its answers and who gave them; j and k move, Enter opens. */
export function QuestionList({ id, page, selection, methods, several }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  useKeys({ j: () => stepRows(body.current, 1), k: () => stepRows(body.current, -1) })
  return (
    <table role="table" className="questions" data-testid="questions">
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((column) => (
            <th role="columnheader" scope="col" key={column} className={NUMBERS.has(column) ? 'number' : ''}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body}>
        {page.questions.map((row) => (
          <QuestionTableRow
            key={`${row.replicate}.${row.position}`}
            id={id}
            row={row}
            selection={selection}
            methods={methods}
            several={several}
          />
        ))}
      </tbody>
    </table>
  )
}
