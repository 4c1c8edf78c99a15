'use client'

import { formatCount } from '../../ui/format/numbers'
import { type FormProps, SelectField } from './fields'

/** The workers that draw the samples. */
export function PoolField({ draft, change, faults, offer: { pools, about } }: FormProps) {
  return (
    <SelectField
      path="pool"
      label="Pool"
      about={about.pool}
      value={draft.pool}
      onChange={(value) => change({ pool: value })}
      faults={faults}
      options={pools.map(({ name, model, ready, paused }) => ({
        value: name,
        text: `${model === name ? name : `${model} (${name})`}: ${paused ? 'paused' : readyText(ready)}`,
      }))}
    />
  )
}

function readyText(ready: number): string {
  return ready === 0 ? 'no worker' : `${formatCount(ready)} ready`
}
