/** What the simulator says it is, where it passes for nothing else. */
export const VERSION = 'sim-0.1.0'
