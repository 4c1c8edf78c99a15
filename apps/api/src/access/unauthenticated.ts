import { Refusal } from '../http/refusal.js'

/** The refusal for an unauthenticated caller; it says where keys come from. */
export function unauthenticated(): Refusal {
  return new Refusal(
    'unauthenticated',
    'This fleet asks for a key: send it as the header Authorization: Bearer <key>, set CGES_API_KEY_FILE to a file that holds it, or sign in to the dashboard. Whoever runs the fleet makes the first one beside its database: cges key create --admin --name you, with DATABASE_URL and KEY_PEPPER_FILE set.',
  )
}
