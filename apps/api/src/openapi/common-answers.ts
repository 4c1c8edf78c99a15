import { type Answer, AWAY, type ProblemAnswer, REFUSED, type Route } from '@cges-fleet/core/contract'

/**
 * Responses of any route besides its declared ones: unauthenticated, unauthorised, rate-limited, or too large a body.
 */
export function commonAnswers(route: Route): Readonly<Record<number, Answer | ProblemAnswer>> {
  return {
    400: { problem: REFUSED },
    403: { problem: 'the key does not have the scope, or the request comes from another site' },
    429: { problem: 'too many requests: Retry-After says when' },
    ...(route.scope === 'anyone' ? {} : { 401: { problem: 'no key, or one that does not work' } }),
    ...(route.lines === undefined ? {} : { 408: { problem: 'the lines come too slowly' } }),
    ...(route.body === undefined
      ? {}
      : {
          411: { problem: 'the body does not say how long it is' },
          413: { problem: 'the body is too large' },
        }),
    503: { problem: AWAY },
  }
}
