'use client'
import { ask } from './ask'

/** Ends this browser's session. */
export function SignOut() {
  return (
    <button type="button" className="quiet" onClick={() => void leave()}>
      Sign out
    </button>
  )
}

async function leave(): Promise<void> {
  await ask('DELETE', '/v1/session')
  location.assign('/sign-in')
}
