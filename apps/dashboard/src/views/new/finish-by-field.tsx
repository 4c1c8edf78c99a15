import { type FormProps, InstantField } from './fields'

/** When it is wanted: idle slots then draw more samples of a question at once. */
export function FinishByField({ draft: { finishBy }, change, faults, offer: { about } }: FormProps) {
  return (
    <InstantField
      path="finishBy"
      label="Wanted by, in your time zone"
      about={about.finishBy}
      value={finishBy}
      onChange={(to) => change({ finishBy: to })}
      faults={faults}
    />
  )
}
