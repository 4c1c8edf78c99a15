import { returnAddress } from '@cges-fleet/core/return-address'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { fetchSession } from '../../api/reads'
import { LeftNotice, ProviderButton, SignInFaultNotice } from '../../views/sign-in/provider-button'
import { SignInForm } from '../../views/sign-in/sign-in-form'

export const metadata: Metadata = { title: 'Sign in' }
export const dynamic = 'force-dynamic'

interface Props {
  readonly searchParams: Promise<{ to?: string | string[]; fault?: string | string[] }>
}

export default async function Page({ searchParams }: Props) {
  const { to: wanted, fault } = await searchParams
  const to = returnAddress(wanted)
  const session = await fetchSession()
  if (session !== null && (session.caller !== null || !session.signIn)) redirect(to)
  return (
    <section className="panel notice narrow">
      <h1>Sign in</h1>
      <SignInFaultNotice fault={fault} groupsClaim={session?.ways.groupsClaim ?? null} />
      {fault !== undefined || session?.left == null ? null : <LeftNotice team={session.left} />}
      {session?.ways.provider === undefined || session.ways.provider === null ? null : (
        <ProviderButton name={session.ways.provider} to={to} />
      )}
      {session?.ways.key === false ? null : (
        <>
          <SignInForm to={to} />
          <p className="muted">
            Did you start this fleet with <code>cges up</code>? It printed where your key is.
          </p>
        </>
      )}
    </section>
  )
}
