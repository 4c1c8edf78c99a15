'use client'

import { useRef } from 'react'
import { Popover } from '../../ui/shell/popover'
import type { MethodDraft } from './draft'
import { fieldId, type FormProps } from './fields'
import { MethodLine } from './method-line'
import type { OfferedFamily, OfferedMethod, OfferedParameter } from './offer'
import { sharedParameterId } from './parameter-field'

const SHARED = 'All read the same samples. You pay for the most expensive method, not for the sum.'

/** Which methods are compared, a line each; all of them read the same samples. */
export function MethodsSection({ about = SHARED, ...props }: FormProps & { readonly about?: string }) {
  const { draft, change, faults, offer } = props
  const section = useRef<HTMLFieldSetElement>(null)
  const problem = faults.shown('methods')
  const set = (methods: readonly MethodDraft[]) => {
    faults.touch('methods')
    change({ methods })
  }
  const add = ({ name, usual }: OfferedMethod) => {
    const id = Math.max(-1, ...draft.methods.map((each) => each.id)) + 1
    set([...draft.methods, { id, method: name, values: usual, budget: '' }])
    requestAnimationFrame(() => focusLine(section.current?.querySelector(`[data-method="${id}"]`) ?? null))
  }
  return (
    <fieldset className="panel" id="methods" ref={section}>
      <legend>Methods</legend>
      <div className="method-bar">
        <p className="muted">{about}</p>
        <AddMethod families={offer.families} onAdd={add} />
      </div>
      {problem === null ? null : (
        <p className="bad" id={fieldId('methods')} tabIndex={-1}>
          {problem}
        </p>
      )}
      <MethodLines {...props} onSet={set} />
      <SharedParameters parameters={offer.shared} />
    </fieldset>
  )
}

interface LinesProps extends FormProps {
  readonly onSet: (methods: readonly MethodDraft[]) => void
}

function MethodLines({ draft: { methods, budget }, faults, offer, onSet }: LinesProps) {
  const byName = new Map(offer.families.flatMap((family) => family.methods).map((each) => [each.name, each]))
  return (
    <div className="method-lines">
      {methods.map((method, place) => {
        const offered = byName.get(method.method)
        return offered === undefined ? null : (
          <MethodLine
            key={method.id}
            {...{ method, offered, faults, shared: offer.shared }}
            path={`methods.${place}`}
            commonBudget={budget}
            onChange={(changed) => onSet(methods.map((each) => (each.id === method.id ? changed : each)))}
            onRemove={() => onSet(methods.filter((each) => each.id !== method.id))}
          />
        )
      })}
    </div>
  )
}

/** Focuses a method that was added: its first field if that has to be filled in, else its line. */
function focusLine(line: Element | null): void {
  const details = line?.querySelector('details')
  const empty = line?.querySelector<HTMLInputElement>('input[required]')
  if (details !== null && details !== undefined && empty?.value === '') details.open = true
  ;(empty?.value === '' ? empty : line?.querySelector('summary'))?.focus()
}

interface AddProps {
  readonly families: readonly OfferedFamily[]
  readonly onAdd: (method: OfferedMethod) => void
}

/** The methods that can be added, family by family. */
function AddMethod({ families, onAdd }: AddProps) {
  return (
    <Popover name="Add a method" label="+ Add a method">
      {families.map(({ family, title, methods }) => (
        <section key={family} aria-label={title}>
          <h3>{title}</h3>
          <p>
            {methods.map((method) => (
              <button key={method.name} type="button" title={method.about} onClick={() => onAdd(method)}>
                + {method.title}
              </button>
            ))}
          </p>
        </section>
      ))}
    </Popover>
  )
}

/** The explanations of the shared parameters, given once, for the fields of every open method to refer to. */
function SharedParameters({ parameters }: { readonly parameters: readonly OfferedParameter[] }) {
  return (
    <dl className="shared-parameters" data-testid="shared-parameters">
      {parameters.map(({ name, about, range }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd id={sharedParameterId(name)}>
            {about}; {range}
          </dd>
        </div>
      ))}
    </dl>
  )
}
