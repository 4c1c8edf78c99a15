/**
 * How a page is kept up to date, or why it is not: `paused` while it is hidden, `held` while the reader holds updates.
 */
export type Connection = 'connecting' | 'open' | 'reconnecting' | 'polling' | 'paused' | 'held' | 'final'
