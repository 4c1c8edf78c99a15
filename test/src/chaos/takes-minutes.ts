/** True unless CHAOS=all is set: tests that start several fleets take minutes, and run by themselves. */
export const TAKES_MINUTES = process.env['CHAOS'] !== 'all'
