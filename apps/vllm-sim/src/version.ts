/** The simulator's version, unless it imitates another. */
export const VERSION = 'sim-0.1.0'
