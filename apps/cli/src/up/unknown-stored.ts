import { importedQuestions, LOCAL_TEAM, openDatabase, teamDatabase } from '@cges-fleet/db'
import { aboutUnknown } from './about-answers.js'
import type { KnownQuestions } from './known-questions.js'
import type { Answers } from './start-fleet.js'

/** Describes for every benchmark imported earlier how many of its questions have no known answer here. */
export async function unknownStored(
  databaseUrl: string,
  answers: Answers,
  known: KnownQuestions | null,
): Promise<string[]> {
  if (known === null) return []
  const db = await openDatabase({ url: databaseUrl, application: 'cges-up', connections: 1, role: 'api' })
  const said: string[] = []
  try {
    for await (const benchmark of importedQuestions(teamDatabase(db, LOCAL_TEAM), LOCAL_TEAM)) {
      const unknown = aboutUnknown(benchmark, answers, known)
      if (unknown !== null) said.push(unknown)
    }
  } finally {
    await db.destroy()
  }
  return said
}
