import Link from 'next/link'
import { fetchSession } from '../../api/reads'
import { SignOut } from './sign-out'
import { CommandKeys } from './command-keys'

/** The pages available to the reader, and who is signed in. */
export async function SessionMenu() {
  const session = await fetchSession()
  const caller = session?.caller ?? null
  if (session?.signIn === true && caller === null) return <span className="spacer" />
  return (
    <>
      <nav className="places" aria-label="Pages of the fleet">
        <Link href="/evaluations">Evaluations</Link>
        <Link href="/compare">Compare</Link>
        <Link href="/pool">Pool</Link>
        <Link href="/settings">Settings</Link>
      </nav>
      <span className="spacer" />
      <CommandKeys mayWrite={caller?.scopes.includes('evaluations:write') === true} />
      {caller?.key === undefined || caller.key === null ? null : (
        <span className="muted who" title={`${caller.key.name}, ${caller.role}`}>
          {caller.team.name}
        </span>
      )}
      {session?.signIn === true ? <SignOut /> : null}
    </>
  )
}
