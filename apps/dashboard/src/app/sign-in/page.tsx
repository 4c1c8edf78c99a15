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
        The first key of a fleet is made beside its database, with <code>DATABASE_URL</code> and{' '}
        <code>KEY_PEPPER_FILE</code> set: <code className="nowrap">cges key create --admin --name you</code>. A fleet
        that <code>cges up</code> brought up has made it, and said where it is.
      </p>
    </section>
  )
}
