import { MadeShareLink, type ShareTarget } from '@cges-fleet/core'
import { CreateShareLink, pathOf } from '@cges-fleet/core/contract'
import type { Api } from '../api/use-api.js'

/** Makes a read-only link, and returns what stands behind `/shared/` in it. */
export async function shareLink(api: Api, target: ShareTarget): Promise<string> {
  const { body, text } = await api.post(pathOf(CreateShareLink), { target })
  const made = MadeShareLink.safeParse(body)
  if (!made.success) throw new Error(text)
  return made.data.token
}
