'use client'
import { Field } from './field'
import type { FieldProps } from './field-props'

interface Props extends FieldProps {
  /** The value that applies if it is left empty. */
  readonly empty?: string
  readonly numeric?: true
}

/** A text field. */
export function TextField({ path, label, about, explainedBy, value, onChange, faults, empty, numeric }: Props) {
  return (
    <Field path={path} label={label} about={about} explainedBy={explainedBy} faults={faults}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode={numeric === true ? 'decimal' : 'text'}
          autoComplete="off"
          maxLength={200}
          placeholder={empty}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
