/** Where the pages of share links lie. */
export const SHARED_PATH = '/shared/'

/** The address of what a share link shows. */
export function sharedAddress(token: string): string {
  return `${SHARED_PATH}${encodeURIComponent(token)}`
}
