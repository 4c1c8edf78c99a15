import { PRIORITIES } from '@cges-fleet/core/priority'
import { type FormProps, SelectField } from './fields'

/** Which of the team's own evaluations goes first in the pool. */
export function PriorityField({ draft: { priority }, change, faults, offer: { about } }: FormProps) {
  return (
    <SelectField
      path="priority"
      label="Priority"
      about={about.priority}
      value={priority}
      onChange={(to) => change({ priority: to })}
      faults={faults}
      options={PRIORITIES.map((each) => ({ value: each, text: each }))}
    />
  )
}
