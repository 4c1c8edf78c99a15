/** The header that tells a page the address it was requested by; a caller's value for it is overwritten. */
export const ASKED_HEADER = 'x-cges-asked'
