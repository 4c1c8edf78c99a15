'use client'

import { useId } from 'react'

interface Props {
  /** The reader's own groups, to choose from. */
  readonly own: readonly string[]
  readonly required?: boolean
  readonly placeholder?: string
}

/** A group of the provider, typed or chosen of the reader's own. */
export function GroupField({ own, ...field }: Props) {
  const id = useId()
  return (
    <>
      <input name="group" maxLength={500} autoComplete="off" list={id} {...field} />
      <datalist id={id}>
        {own.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  )
}
