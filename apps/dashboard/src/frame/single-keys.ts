import { loadStored, store } from './stored'

const NAME = 'single-keys'

/** Tells whether single letters do something; whoever speaks to the computer may have turned them off. */
export function singleKeysOn(): boolean {
  return loadStored(NAME) !== 'off'
}

/** Turns single letters on or off, for good. */
export function switchSingleKeys(on: boolean): void {
  store(NAME, on ? null : 'off')
}
