/** The package manager, as npx fetches it. */
export const PNPM = 'pnpm@12.21.0'
