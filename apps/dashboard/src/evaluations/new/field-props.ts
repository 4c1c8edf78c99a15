import type { Faults } from './faults'

/** Common props of the form's text fields. */
export interface FieldProps {
  /** The field's name in the API, such as `sampling.temperature`. */
  readonly path: string
  readonly label: string
  readonly about?: string
  /** The id of its explanation, if that is elsewhere. */
  readonly explainedBy?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly faults: Faults
}
