'use client'

import { type ReactNode, useState } from 'react'
import type { FieldFault } from '../../api/browser'
import type { Draft } from './draft'
import type { Offer } from './offer'

/** Props that a field passes to its control. */
interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
  readonly onBlur: () => void
}

interface Props {
  /** The field's name in the API, such as `sampling.temperature`. */
  readonly path: string
  readonly label: string
  readonly about?: ReactNode
  /** The id of its explanation, if that is elsewhere. */
  readonly explainedBy?: string | undefined
  readonly faults: Faults
  readonly children: (control: ControlProps) => ReactNode
}

/** A field with its name, its explanation, and, once it has been visited, its faults. */
function Field({ path, label, about, explainedBy, faults, children }: Props) {
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

/** Common props of the form's text fields. */
interface FieldProps {
  /** The field's name in the API, such as `sampling.temperature`. */
  readonly path: string
  readonly label: string
  readonly about?: ReactNode
  /** The id of its explanation, if that is elsewhere. */
  readonly explainedBy?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly faults: Faults
}

/** Common props of the form's sections. */
export interface FormProps {
  readonly draft: Draft
  readonly change: (changes: Partial<Draft>) => void
  readonly faults: Faults
  readonly offer: Offer
}

interface TextFieldProps extends FieldProps {
  /** The value that applies if it is left empty. */
  readonly empty?: string
  readonly numeric?: true
  readonly required?: true
}

/** A text field. */
export function TextField({
  path,
  label,
  about,
  explainedBy,
  value,
  onChange,
  faults,
  empty,
  numeric,
  required,
}: TextFieldProps) {
  return (
    <Field path={path} label={label} about={about} explainedBy={explainedBy} faults={faults}>
      {(control) => (
        <input
          {...control}
          type="text"
          required={required}
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

/** A field for a date and a time of the browser's zone. */
export function InstantField({ path, label, about, value, onChange, faults }: Omit<FieldProps, 'explainedBy'>) {
  return (
    <Field path={path} label={label} about={about} faults={faults}>
      {(control) => (
        <input {...control} type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

/** A field for several texts, one a line. */
export function LinesField({ path, label, about, value, onChange, faults }: Omit<FieldProps, 'explainedBy'>) {
  return (
    <Field path={path} label={label} about={about} faults={faults}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          maxLength={1000}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly text: string }[]
}

/** A field chosen from a list; a value that is not in the list is still shown. */
export function SelectField({ path, label, about, value, onChange, faults, options }: SelectFieldProps) {
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

interface CheckFieldProps {
  readonly label: string
  readonly about: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A checkbox field. */
export function CheckField({ label, about, checked, onChange }: CheckFieldProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />{' '}
      <strong>{label}</strong> {about}
    </label>
  )
}

/** A plain text field. */
export interface PlainField<Name extends string> {
  readonly path: Name
  readonly label: string
  readonly about: string
  readonly empty?: string
  readonly numeric?: true
}

interface PlainFieldsProps<Name extends string> {
  readonly fields: readonly PlainField<Name>[]
  readonly values: Readonly<Record<Name, string>>
  /** The value that applies if a field is left empty, if that depends on others. */
  readonly empty?: { readonly [name in Name]?: string }
  readonly onChange: (changes: { [name in Name]?: string }) => void
  readonly faults: Faults
}

/** Several fields that are typed into, one after the other. */
export function PlainFields<Name extends string>({ fields, values, empty, onChange, faults }: PlainFieldsProps<Name>) {
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

/** The faults in a form's fields, shown once a field has been visited or submission was attempted. */
export interface Faults {
  /** The message beside a field; null if the field is valid, or has not been visited yet. */
  readonly shown: (path: string) => string | null
  readonly touch: (path: string) => void
  readonly touchAll: () => void
}

/** Shows a field's faults once it has been left, and all faults once submission was attempted. */
export function useFaults(faults: readonly FieldFault[]): Faults {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  return {
    shown: (path) => (all || touched.has(path) ? (faults.find(({ field }) => field === path)?.problem ?? null) : null),
    touch: (path) => setTouched((before) => (before.has(path) ? before : new Set([...before, path]))),
    touchAll: () => setAll(true),
  }
}
