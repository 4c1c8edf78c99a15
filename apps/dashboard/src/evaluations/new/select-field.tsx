'use client'
import { Field } from './field'
import type { FieldProps } from './field-props'

interface Props extends FieldProps {
  readonly options: readonly { readonly value: string; readonly text: string }[]
}

/** A field chosen from a list; a value that is not in the list is still shown. */
export function SelectField({ path, label, about, value, onChange, faults, options }: Props) {
  const isKnown = options.some((option) => option.value === value)
  return (
    <Field path={path} label={label} about={about} faults={faults}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {isKnown ? null : <option value={value}>{value === '' ? 'choose' : value}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
