import { loadStored, store } from './stored'

const NAME = 'single-keys'

/** Returns whether single-letter shortcuts are on; users of speech input may have turned them off. */
export function singleKeysOn(): boolean {
  return loadStored(NAME) !== 'off'
}

/** Turns single letters on or off, for good. */
export function switchSingleKeys(on: boolean): void {
  store(NAME, on ? null : 'off')
}
