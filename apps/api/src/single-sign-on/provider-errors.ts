import * as oidc from 'openid-client'

/** Whether the provider refused this fleet where it gives tokens, rather than the grant. */
export function isClientRefused(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_client'
  return error instanceof oidc.WWWAuthenticateChallengeError
}

/** Whether the provider answered that the grant has ended; a wrong client secret is the operator's to mend. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant'
  if (error instanceof oidc.WWWAuthenticateChallengeError) return true
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Response && (cause.status === 401 || cause.status === 403)
}
