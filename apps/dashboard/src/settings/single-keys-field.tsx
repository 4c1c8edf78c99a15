'use client'
import { useSyncExternalStore } from 'react'
import { singleKeysOn, switchSingleKeys } from '../frame/single-keys'
import { onStored } from '../frame/stored'

/** Whether single letters do something: off for whoever speaks to the computer. */
export function SingleKeysField() {
  const on = useSyncExternalStore(onStored, singleKeysOn, () => true)
  return (
    <fieldset className="preference">
      <legend>Keyboard</legend>
      <label className="check">
        <input type="checkbox" checked={on} onChange={(event) => switchSingleKeys(event.target.checked)} /> Single
        letters do something; <kbd>?</kbd> lists them. ⌘ K stays.
      </label>
    </fieldset>
  )
}
