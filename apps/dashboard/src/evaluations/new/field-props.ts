import type { Faults } from './faults'

/** What every field of the form that holds a text is given. */
export interface FieldProps {
  /** The field's name in the API, such as `sampling.temperature`. */
  readonly path: string
  readonly label: string
  readonly about?: string
  /** The id of what explains it, where that is said elsewhere. */
  readonly explainedBy?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly faults: Faults
}
