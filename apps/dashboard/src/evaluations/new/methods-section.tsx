'use client'
import { FamilyMethods } from './family-methods'
import type { FormProps } from './form-props'
import { SharedParameters } from './shared-parameters'
import { PlainFields, type PlainField } from './plain-fields'

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
