/** Whether `npm test` runs, which looks at a few cases of what the longer tests see all of. */
export const IS_FIRST_LOOK = process.env['CGES_TESTS'] === 'first'
