'use client'

import { endSession } from '@cges-fleet/core/addresses'
import { ask } from '../../api/browser'

/** Ends this browser's session, and the provider's if there is one. */
export function SignOut() {
  return (
    <button type="button" className="quiet" onClick={() => void leave()}>
      Sign out
    </button>
  )
}

async function leave(): Promise<void> {
  const reply = await ask(endSession)
  location.assign((reply.ok ? reply.answer.provider : null) ?? '/sign-in')
}
