/**
 * A client of the API, typed by its contract: requests and answers are checked at compile time, and every call returns
 * its answer or throws an `ApiError`.
 */
export { ApiError, type ApiFailure, type Mismatch } from './api-error.js'
export * from './create-client.js'
export * from './read-events.js'
