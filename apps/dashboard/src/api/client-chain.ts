/** Where this server keeps, for itself, whose address a request came from; whatever a browser sends by that name is lost. */
export const CLIENT_CHAIN = 'x-cges-client-chain'
