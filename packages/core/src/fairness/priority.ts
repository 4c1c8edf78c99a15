/** Which of a team's own evaluations go first in a pool, the last first. Other teams' shares stay as they are. */
export const PRIORITIES = ['low', 'normal', 'high'] as const

/**
 * How many of a team's turns in a pool each priority gets for one of the lowest, while samples of several priorities
 * wait. Never none, so that nothing starves.
 */
export const PRIORITY_TURNS = { low: 1, normal: 4, high: 16 } as const
