/** Whether a host is the computer itself, whichever computer opens it. */
export function isThisComputer(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u.test(host)
}
