'use client'
import type { ReactNode } from 'react'
import type { Faults } from './faults'

/** Props that a field passes to its control. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
  readonly onBlur: () => void
}

interface Props {
  /** The field's name in the API, such as `sampling.temperature`. */
  readonly path: string
  readonly label: string
  readonly about?: string | undefined
  /** The id of its explanation, if that is elsewhere. */
  readonly explainedBy?: string | undefined
  readonly faults: Faults
  readonly children: (control: ControlProps) => ReactNode
}

/** A field with its name, its explanation, and, once it has been visited, its faults. */
export function Field({ path, label, about, explainedBy, faults, children }: Props) {
  const problem = faults.shown(path)
  const id = fieldId(path)
  const aboutId = explainedBy ?? fieldAboutId(path)
  const problemId = `${fieldId(path)}-problem`
  return (
    <div className={`field ${problem === null ? '' : 'wrong'}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': problem === null ? aboutId : `${problemId} ${aboutId}`,
        'aria-invalid': problem !== null,
        onBlur: () => faults.touch(path),
      })}
      {problem === null ? null : (
        <p id={problemId} className="bad">
          {problem}
        </p>
      )}
      {explainedBy === undefined ? (
        <p id={aboutId} className="about">
          {about}
        </p>
      ) : null}
    </div>
  )
}

/** The id of a field's control, for links to it. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`
}

/** The id of a field's explanation. */
export function fieldAboutId(path: string): string {
  return `${fieldId(path)}-about`
}
