'use client'
import type { QuestionPage } from '@cges-fleet/core'
import { useRef } from 'react'
import type { NamedReport } from '../families/name-methods'
import { stepRows } from '../frame/step-rows'
import { useKeys } from '../frame/use-keys'
import { QuestionTableRow } from './question-table-row'
import type { Selection } from './selection'
import type { HeldTo } from './versus-given'

interface Props {
  readonly id: string
  readonly page: QuestionPage
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
  /** The other evaluation it is compared with on correctness; null if none. */
  readonly versus: HeldTo | null
  /** Whether the evaluation has several replicates of each question. */
  readonly several: boolean
}

const COLUMNS = ['#', 'Question', 'Answers given, by whom, after how many calls', 'Samples read']
const NUMBERS = new Set(['#', 'Samples read'])

/** A page of questions, each with its answers and who gave them; j and k move, Enter opens. */
export function QuestionList({ id, page, selection, methods, versus, several }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  useKeys({
    j: () => stepRows(body.current, 1),
    k: () => stepRows(body.current, -1),
    // If questions are withheld there is nothing to search.
    '/': () => document.querySelector<HTMLElement>('.selection-form input[type=search]')?.focus(),
  })
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
            versus={versus}
            several={several}
          />
        ))}
      </tbody>
    </table>
  )
}
