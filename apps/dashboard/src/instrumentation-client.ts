import { awaitAddress } from './ui/shell/awaited-address'

/** The router says here that it is on the way to a page, by link, key or history. */
export function onRouterTransitionStart(address: string): void {
  awaitAddress(address)
}
