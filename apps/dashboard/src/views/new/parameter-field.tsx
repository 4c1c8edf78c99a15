import { type Faults, SelectField, TextField } from './fields'
import type { OfferedParameter } from './offer'

interface Props {
  readonly parameter: OfferedParameter
  /** The parameters explained once for all methods. */
  readonly shared: readonly OfferedParameter[]
  readonly path: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly faults: Faults
}

/** A field for a parameter of a method, explained beside it or, if most methods have it, once for all. */
export function ParameterField({ parameter, shared, ...field }: Props) {
  const { name, about, range, preset, options, optional } = parameter
  const isShared = shared.some((each) => each.name === name && each.about === about)
  if (options === undefined) {
    const isRequired = preset === undefined && optional !== true
    return (
      <TextField
        {...field}
        label={name}
        about={`${about}; ${range}`}
        explainedBy={isShared ? sharedParameterId(name) : undefined}
        empty={preset ?? (optional ? 'none' : 'must be given')}
        {...(isRequired ? { required: true } : {})}
      />
    )
  }
  const listed = options.map((value) => ({ value, text: value === preset ? `${value} (default)` : value }))
  return <SelectField {...field} label={name} about={about} value={field.value || (preset ?? '')} options={listed} />
}

/** The id of a shared parameter's explanation. */
export function sharedParameterId(name: string): string {
  return `about-${name}`
}
