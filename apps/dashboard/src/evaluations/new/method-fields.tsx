'use client'
import type { MethodDraft } from './draft'
import type { Faults } from './faults'
import { fieldAboutId, fieldId } from './field'
import type { OfferedMethod, OfferedParameter } from './offer'
import { SelectField } from './select-field'
import { sharedId } from './shared-parameters'
import { TextField } from './text-field'

interface Props {
  readonly method: MethodDraft
  readonly offered: OfferedMethod
  /** Its place in the submission, such as `methods.2`. */
  readonly path: string
  readonly commonBudget: string
  /** The parameters explained once for all methods. */
  readonly shared: readonly OfferedParameter[]
  readonly faults: Faults
  readonly onChange: (method: MethodDraft) => void
  readonly onRemove: () => void
}

/** One method of the comparison with all its parameters, each explained. */
export function MethodFields({ method, offered, path, commonBudget, shared, faults, onChange, onRemove }: Props) {
  const problem = faults.shown(path)
  return (
    <div className="method" id={fieldId(path)} role="group" aria-label={offered.title} tabIndex={-1}>
      <div className="method-head">
        <h4>{offered.title}</h4>
        <p className="about">{offered.about}</p>
        <button type="button" className="quiet" onClick={onRemove} aria-label={`Remove ${offered.title}`}>
          Remove
        </button>
      </div>
      {problem === null ? null : <p className="bad">{problem}</p>}
      <div className="fields">
        {offered.parameters.map((parameter) => (
          <Parameter
            key={parameter.name}
            parameter={parameter}
            shared={shared}
            path={`${path}.${parameter.name}`}
            value={method.values[parameter.name] ?? ''}
            onChange={(value) => onChange({ ...method, values: { ...method.values, [parameter.name]: value } })}
            faults={faults}
          />
        ))}
        <TextField
          path={`${path}.budget`}
          label="Budget of its own"
          explainedBy={fieldAboutId('budget')}
          empty={commonBudget === '' ? '16' : commonBudget}
          numeric
          value={method.budget}
          onChange={(budget) => onChange({ ...method, budget })}
          faults={faults}
        />
      </div>
    </div>
  )
}

interface ParameterProps {
  readonly parameter: OfferedParameter
  readonly shared: readonly OfferedParameter[]
  readonly path: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly faults: Faults
}

function Parameter({ parameter, shared, ...field }: ParameterProps) {
  const { name, about, range, preset, options, optional } = parameter
  const isShared = shared.some((each) => each.name === name && each.about === about)
  if (options === undefined) {
    return (
      <TextField
        {...field}
        label={name}
        about={`${about}; ${range}`}
        explainedBy={isShared ? sharedId(name) : undefined}
        empty={preset ?? (optional ? 'none' : 'must be given')}
      />
    )
  }
  const listed = options.map((value) => ({ value, text: value === preset ? `${value} (default)` : value }))
  return <SelectField {...field} label={name} about={about} value={field.value || (preset ?? '')} options={listed} />
}
