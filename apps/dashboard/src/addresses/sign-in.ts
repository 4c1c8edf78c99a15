import { FIRST_PAGE, returnAddress } from '@cges-fleet/core/return-address'

/** The address of the page that asks for a key, and then leads on to the page requested. */
export function signInAddress(wanted: string | null): string {
  const to = returnAddress(wanted)
  return to === FIRST_PAGE ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`
}

/** The header that tells a page the address it was requested by; a caller's value for it is overwritten. */
export const REQUESTED_HEADER = 'x-cges-requested'
