/** A key that no other submission has. Browsers give ready-made ones on https alone, and a fleet may be served without. */
export function newSubmissionKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
