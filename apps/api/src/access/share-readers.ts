import {
  type Database,
  type DataSource,
  findShare,
  sharedDatabase,
  shareHash,
  takeRefused,
  takeRequest,
} from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { Inject, Injectable } from '@nestjs/common'
import { Refusal, TooSoon } from '../http/refusal.js'
import { clientAddress, type HttpRequest } from '../http/request.js'
import { IDENTITY_DATABASE } from '../tokens.js'
import type { ShareReader } from './share-reader.js'

/** The rate of requests by one link: a page takes two, and many may open it when it is posted. */
const PER_LINK = { perSecond: 10, size: 200 }

const GONE = 'This link has expired or was revoked. Ask the person who sent it for a new one.'

/** Lets readers of share links in: a revoked link shows nothing from the next request on. */
@Injectable()
export class ShareReaders {
  constructor(
    @Inject(DATABASE) private readonly db: DataSource,
    @Inject(IDENTITY_DATABASE) private readonly identity: Database,
  ) {}

  /** Finds the reader by the link's token, and counts the request against the link's rate; null without a token. */
  async recognise(request: HttpRequest): Promise<ShareReader | null> {
    const token = request.headers['share-token']
    if (typeof token !== 'string') return null
    const hash = shareHash(token)
    const found = await findShare(this.db, hash)
    const seconds =
      found === null
        ? await takeRefused(this.identity, clientAddress(request))
        : await takeRequest(this.identity, [{ name: `share ${found.id}`, ...PER_LINK }])
    if (seconds > 0) throw new TooSoon('Too many requests by this link: wait as long as Retry-After says.', seconds)
    if (found === null) throw new Refusal('not_found', GONE)
    const { team, target, expiresAt } = found
    return { team, target, expiresAt, share: hash, db: sharedDatabase(this.db, hash) }
  }
}
