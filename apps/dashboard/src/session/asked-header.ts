/** What tells a page which address it was asked by; written over whatever a caller sends. */
export const ASKED_HEADER = 'x-cges-asked'
