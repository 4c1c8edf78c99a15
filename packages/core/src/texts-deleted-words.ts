/** Says why the texts that an evaluation had are not there. */
export function textsDeletedWords(at: string): string {
  return `Texts deleted on ${at.slice(0, 10)} (UTC) by the team’s retention.`
}
