import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { fetchSession } from '../../api/reads'
import { returnAddress } from '../../addresses/sign-in'
import { SignInForm } from '../../views/sign-in/sign-in-form'

export const metadata: Metadata = { title: 'Sign in' }
export const dynamic = 'force-dynamic'

interface Props {
  readonly searchParams: Promise<{ to?: string | string[] }>
}

export default async function Page({ searchParams }: Props) {
  const to = returnAddress((await searchParams).to)
  const session = await fetchSession()
  if (session !== null && (session.caller !== null || !session.signIn)) redirect(to)
  return (
    <section className="panel notice narrow">
      <h1>Sign in</h1>
      <SignInForm to={to} />
      <p className="muted">
        Did you start this fleet yourself, with <code>cges up</code>? It has said where your key is.
      </p>
    </section>
  )
}
