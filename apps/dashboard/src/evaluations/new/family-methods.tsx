'use client'
import { useRef } from 'react'
import type { MethodDraft } from './draft'
import type { FormProps } from './form-props'
import { MethodFields } from './method-fields'
import type { OfferedFamily } from './offer'

interface Props extends FormProps {
  readonly family: OfferedFamily
}

/** The methods of one family that are compared, and what adds another. */
export function FamilyMethods({ family, draft: { methods, budget }, change, faults, offer: { shared } }: Props) {
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
