'use client'
import type { Faults } from './faults'
import { TextField } from './text-field'

/** A plain text field. */
export interface PlainField<Name extends string> {
  readonly path: Name
  readonly label: string
  readonly about: string
  readonly empty?: string
  readonly numeric?: true
}

interface Props<Name extends string> {
  readonly fields: readonly PlainField<Name>[]
  readonly values: Readonly<Record<Name, string>>
  /** The value that applies if a field is left empty, if that depends on others. */
  readonly empty?: { readonly [name in Name]?: string }
  readonly onChange: (changes: { [name in Name]?: string }) => void
  readonly faults: Faults
}

/** Several fields that are typed into, one after the other. */
export function PlainFields<Name extends string>({ fields, values, empty, onChange, faults }: Props<Name>) {
  return fields.map((field) => {
    const held = empty?.[field.path] ?? field.empty
    return (
      <TextField
        key={field.path}
        {...field}
        {...(held === undefined ? {} : { empty: held })}
        value={values[field.path]}
        onChange={(value) => onChange(changed(field.path, value))}
        faults={faults}
      />
    )
  })
}

/** The compiler takes a computed name for any text. */
function changed<Name extends string>(name: Name, value: string): { [each in Name]?: string } {
  return { [name]: value } as { [each in Name]?: string }
}
