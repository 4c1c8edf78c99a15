'use client'
import { useEffect, useRef } from 'react'
import type { FieldFault } from '../../api/ask'
import { fieldId } from './field'

interface Props {
  readonly why: string
  readonly faults: readonly FieldFault[]
}

/** Why it was not submitted, with a way to each field at fault; it takes the focus when it comes. */
export function FaultSummary({ why, faults }: Props) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section className="panel fault-summary" role="alert" tabIndex={-1} ref={box} data-testid="faults">
      <h2>Not submitted</h2>
      {faults.length === 0 ? <p>{why}</p> : null}
      <ul>
        {faults.map(({ field, problem }) => (
          <li key={`${field} ${problem}`}>
            <a href={`#${fieldId(field)}`} onClick={(event) => leadTo(event, field)}>
              {field === '' ? 'the submission' : field}
            </a>
            : {problem}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A link moves the view, and not everywhere the focus. */
function leadTo(event: React.MouseEvent, field: string): void {
  const target = document.getElementById(fieldId(field))
  if (target === null) return
  event.preventDefault()
  target.focus()
  target.scrollIntoView({ block: 'center' })
}
