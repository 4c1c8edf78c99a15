'use client'

import { getSession } from '@cges-fleet/core/addresses'
import { isThisComputer } from '@cges-fleet/core/this-computer'
import { useEffect, useState } from 'react'
import { ask } from '../../api/browser'

/** Says of an address that only this computer can open what would change that. */
export function OnlyHere({ address }: { readonly address: string }) {
  const { hostname } = new URL(address)
  return isThisComputer(hostname) ? <Why host={hostname} /> : null
}

function Why({ host }: { readonly host: string }) {
  const [help, setHelp] = useState('')
  useEffect(() => {
    void ask(getSession).then((reply) => {
      const caller = reply.ok ? reply.answer.caller : null
      const roles = caller === null ? [] : [caller, ...(caller.person?.teams ?? [])].map(({ role }) => role)
      setHelp(roles.includes('fleet-admin') ? OWN_HELP : OTHERS_HELP)
    })
  }, [])
  return (
    <p className="warn">
      Only this computer can open it: the address begins with {host}. {help}
    </p>
  )
}

const OWN_HELP = 'Set PUBLIC_URL to an address that others can open, and share from there.'
const OTHERS_HELP = 'Ask your operator for an address that others can open (PUBLIC_URL), and share from there.'
