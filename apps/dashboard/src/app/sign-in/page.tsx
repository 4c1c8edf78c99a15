import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { readSession } from '../../session/read-session'
import { SignInForm } from '../../session/sign-in-form'

export const metadata: Metadata = { title: 'Sign in' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const session = await readSession()
  if (session !== null && (session.caller !== null || !session.signIn)) redirect('/evaluations')
  return (
    <section className="panel notice narrow">
      <h1>Sign in</h1>
      <SignInForm />
      <p className="muted">
        The first key of a fleet is made beside its database, with <code>DATABASE_URL</code> and{' '}
        <code>KEY_PEPPER_FILE</code> set: <code>cges key create --admin --name you</code>. A fleet that{' '}
        <code>cges up</code> brought up has made it, and said where it is.
      </p>
    </section>
  )
}
