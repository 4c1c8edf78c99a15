import Link from 'next/link'
import { fetchSession } from '../../api/reads'
import { SignOut } from './sign-out'
import { CommandKeys } from './command-keys'
import { TeamChoice } from './team-choice'

/** The pages available to the reader, and who is signed in. */
export async function SessionMenu() {
  const session = await fetchSession()
  const caller = session?.caller ?? null
  if (session?.signIn === true && caller === null) return <span className="spacer" />
  return (
    <>
      <nav className="places" aria-label="Pages of the fleet">
        <Link href="/evaluations">Evaluations</Link>
        <Link href="/suite">Suites</Link>
        <Link href="/compare">Compare</Link>
        <Link href="/benchmarks">Benchmarks</Link>
        <Link href="/pool">Pool</Link>
        <Link href="/settings">Settings</Link>
      </nav>
      <span className="spacer" />
      <CommandKeys
        mayWrite={caller?.scopes.includes('evaluations:write') === true}
        mayCreateTeams={caller?.scopes.includes('teams:manage') === true}
      />
      {caller === null || caller.name === null ? null : (
        <span className="muted who" title={`${caller.name}, ${caller.role}`}>
          <TeamChoice team={caller.team.name} teams={caller.person?.teams.map(({ team }) => team) ?? []} />
        </span>
      )}
      {session?.signIn === true ? <SignOut /> : null}
    </>
  )
}
