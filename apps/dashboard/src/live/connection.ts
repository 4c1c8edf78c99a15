/** How a page is kept up to date, or why it is not. */
export type Connection = 'connecting' | 'open' | 'reconnecting' | 'polling' | 'paused' | 'final'
