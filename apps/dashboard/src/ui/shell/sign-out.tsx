'use client'

import { endSession } from '@cges-fleet/core/addresses'
import { ask } from '../../api/browser'

/** Ends this browser's session. */
export function SignOut() {
  return (
    <button type="button" className="quiet" onClick={() => void leave()}>
      Sign out
    </button>
  )
}

async function leave(): Promise<void> {
  await ask(endSession)
  location.assign('/sign-in')
}
