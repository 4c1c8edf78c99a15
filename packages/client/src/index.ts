/**
 * A client of the API, typed by its contract: what a route takes and answers is checked while you write, and what came of a
 * request is its answer or one `ApiError`.
 */
export * from './api-error.js'
export * from './create-client.js'
export * from './read-events.js'
