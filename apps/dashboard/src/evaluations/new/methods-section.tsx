'use client'
import { useRef } from 'react'
import type { MethodDraft } from './draft'
import type { FormProps } from './form-props'
import { MethodFields } from './method-fields'
import type { OfferedFamily, OfferedMethod } from './offer'
import { TextField } from './text-field'

/** Which methods are compared, family by family; all of them read the same samples. */
export function MethodsSection({ draft, change, faults, offer }: FormProps) {
  const { methods } = draft
  const problem = faults.shown('methods')
  const set = (changed: readonly MethodDraft[]) => {
    faults.touch('methods')
    change({ methods: changed })
  }
  return (
    <fieldset className="panel" id="methods">
      <legend>Methods</legend>
      <p className="muted">
        All of them read the same samples: comparing more methods costs what the hungriest one draws, not the sum.
      </p>
      {problem === null ? null : <p className="bad">{problem}</p>}
      <div className="fields">
        <TextField
          path="budget"
          label="Budget"
          about="the most samples per question, for methods that have no budget of their own"
          empty="16"
          numeric
          value={draft.budget}
          onChange={(value) => change({ budget: value })}
          faults={faults}
        />
      </div>
      {offer.families.map((family) => (
        <Family
          key={family.family}
          family={family}
          chosen={methods}
          onAdd={({ name }) => set([...methods, { ...added(methods, name) }])}
        >
          {(method, offered) => (
            <MethodFields
              key={method.id}
              method={method}
              offered={offered}
              path={`methods.${methods.indexOf(method)}`}
              commonBudget={draft.budget}
              faults={faults}
              onChange={(changed) => set(methods.map((each) => (each.id === method.id ? changed : each)))}
              onRemove={() => set(methods.filter((each) => each.id !== method.id))}
            />
          )}
        </Family>
      ))}
    </fieldset>
  )
}

interface FamilyProps {
  readonly family: OfferedFamily
  readonly chosen: readonly MethodDraft[]
  readonly onAdd: (method: OfferedMethod) => void
  readonly children: (method: MethodDraft, offered: OfferedMethod) => React.ReactNode
}

function Family({ family, chosen, onAdd, children }: FamilyProps) {
  const rows = useRef<HTMLDivElement>(null)
  const add = (method: OfferedMethod) => {
    onAdd(method)
    // Its first field, once it is there: whoever adds a method sets it next.
    requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>('.method:last-of-type input')?.focus())
  }
  return (
    <section className={`family family-${family.family}`} aria-label={family.title}>
      <h3>{family.title}</h3>
      <div ref={rows}>
        {chosen.flatMap((method) => {
          const offered = family.methods.find(({ name }) => name === method.method)
          return offered === undefined ? [] : [children(method, offered)]
        })}
      </div>
      <p>
        {family.methods.map((method) => (
          <button key={method.name} type="button" onClick={() => add(method)}>
            + {method.title}
          </button>
        ))}
      </p>
    </section>
  )
}

function added(methods: readonly MethodDraft[], method: string): MethodDraft {
  const id = Math.max(-1, ...methods.map((each) => each.id)) + 1
  return { id, method, values: {}, budget: '' }
}
