'use client'
import { useSyncExternalStore } from 'react'
import { singleKeysOn, switchSingleKeys } from '../frame/single-keys'
import { onStored } from '../frame/stored'

/** Turns single-letter shortcuts on or off: speech input can trigger them by accident. */
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
