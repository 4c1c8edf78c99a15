/** How a page is kept up to date, or why it is not: `paused` while nobody looks, `held` while a reader wants it still. */
export type Connection = 'connecting' | 'open' | 'reconnecting' | 'polling' | 'paused' | 'held' | 'final'
