'use client'

import { useRef } from 'react'
import type { MethodDraft } from './draft'
import {
  type Faults,
  fieldAboutId,
  fieldId,
  type FormProps,
  type PlainField,
  PlainFields,
  SelectField,
  TextField,
} from './fields'
import type { OfferedFamily, OfferedMethod, OfferedParameter } from './offer'

const BUDGET: readonly PlainField<'budget'>[] = [
  {
    path: 'budget',
    label: 'Budget',
    about: 'the most samples per question, for methods that have no budget of their own',
    empty: '16',
    numeric: true,
  },
]

/** Which methods are compared, family by family; all of them read the same samples. */
export function MethodsSection(props: FormProps) {
  const { draft, change, faults, offer } = props
  const problem = faults.shown('methods')
  return (
    <fieldset className="panel" id="methods">
      <legend>Methods</legend>
      <p className="muted">
        All of them read the same samples: comparing more methods costs what the hungriest one draws, not the sum.
      </p>
      {problem === null ? null : (
        <p className="bad" id="field-methods" tabIndex={-1}>
          {problem}
        </p>
      )}
      <div className="fields">
        <PlainFields fields={BUDGET} values={draft} onChange={change} faults={faults} />
      </div>
      <p className="muted">Most methods can be given these too, and every one a budget of its own:</p>
      <SharedParameters parameters={offer.shared} />
      {offer.families.map((family) => (
        <FamilyMethods key={family.family} family={family} {...props} />
      ))}
    </fieldset>
  )
}

interface Props extends FormProps {
  readonly family: OfferedFamily
}

/** The methods of one family that are compared, and what adds another. */
function FamilyMethods({ family, draft: { methods, budget }, change, faults, offer: { shared } }: Props) {
  const rows = useRef<HTMLDivElement>(null)
  const set = (changed: readonly MethodDraft[]) => {
    faults.touch('methods')
    change({ methods: changed })
  }
  const add = (name: string) => {
    const id = Math.max(-1, ...methods.map((each) => each.id)) + 1
    set([...methods, { id, method: name, values: {}, budget: '' }])
    // Focuses its first field once it is rendered: whoever adds a method sets it next.
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLElement>('.method:last-of-type :is(input, select)')?.focus(),
    )
  }
  const own = ownMethods(family, methods)
  return (
    <section className={`family family-${family.family}`} aria-label={family.title}>
      <h3>{family.title}</h3>
      <div ref={rows}>
        {own.map(({ method, offered, path }) => (
          <MethodFields
            key={method.id}
            {...{ method, offered, path, faults, shared }}
            commonBudget={budget}
            onChange={(changed) => set(methods.map((each) => (each.id === method.id ? changed : each)))}
            onRemove={() => set(methods.filter((each) => each.id !== method.id))}
          />
        ))}
      </div>
      <p>
        {family.methods.map(({ name, title }) => (
          <button key={name} type="button" onClick={() => add(name)}>
            + {title}
          </button>
        ))}
      </p>
    </section>
  )
}

/** A family's methods of a draft, each with its place among all of them. */
function ownMethods(family: OfferedFamily, methods: readonly MethodDraft[]) {
  return methods.flatMap((method, place) => {
    const offered = family.methods.find(({ name }) => name === method.method)
    return offered === undefined ? [] : [{ method, offered, path: `methods.${place}` }]
  })
}

interface MethodFieldsProps {
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
function MethodFields({ method, offered, path, commonBudget, shared, faults, onChange, onRemove }: MethodFieldsProps) {
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

/** The explanations of the shared parameters, given once, for the fields of every method to refer to. */
function SharedParameters({ parameters }: { readonly parameters: readonly OfferedParameter[] }) {
  return (
    <dl className="shared-parameters" data-testid="shared-parameters">
      {parameters.map(({ name, about, range }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd id={sharedId(name)}>
            {about}; {range}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The id of a shared parameter's explanation. */
function sharedId(name: string): string {
  return `about-${name}`
}
