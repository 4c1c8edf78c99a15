/**
 * The header in which this server passes a request's client address to itself; a browser's value for it is overwritten.
 */
export const CLIENT_CHAIN = 'x-cges-client-chain'
