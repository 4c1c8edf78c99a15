// A real OpenID Connect provider (npm's oidc-provider) as a process: `node oidc-provider.mjs SETTINGS`, where SETTINGS is JSON
// with the client and the accounts. Sends its issuer to its parent, and takes from it accounts that have changed and another
// client secret.
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

const { client, accounts } = JSON.parse(process.argv[2] ?? '{}')
const server = createServer()
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const issuer = `http://127.0.0.1:${server.address().port}`

const provider = new Provider(issuer, {
  clients: [client],
  claims: { openid: ['sub'], profile: ['name'], email: ['email'], groups: ['groups'] },
  scopes: ['openid', 'offline_access'],
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  pkce: { required: () => true },
  findAccount: (_, id) =>
    accounts[id] === undefined ? undefined : { accountId: id, claims: () => ({ sub: id, ...accounts[id] }) },
  loadExistingGrant: async ({ oidc }) => {
    const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
    grant.addOIDCScope('openid profile email groups offline_access')
    await grant.save()
    return grant
  },
  cookies: { keys: ['a key of the tests'] },
  // Its own fetch refuses addresses of this machine, where the dashboard is.
  fetch: (address, options) => fetch(address, { ...options, dispatcher: undefined }),
})

const PAGE =
  '<!doctype html><title>Provider</title><form method="post"><input name="account" aria-label="Account"><button>Enter</button></form>'
const answer = provider.callback()

server.on('request', async (request, response) => {
  if (!request.url.startsWith('/interaction/')) return answer(request, response)
  if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(PAGE)
  let text = ''
  for await (const chunk of request) text += chunk
  const accountId = new URLSearchParams(text).get('account')
  return provider.interactionFinished(request, response, { login: { accountId } })
})

process.on('message', async ({ clientSecret, accounts: changed }) => {
  Object.assign(accounts, changed)
  if (clientSecret === undefined) return
  const known = await provider.Client.find(client.client_id)
  known.clientSecret = clientSecret
  process.send({ clientSecret: (await provider.Client.find(client.client_id)).clientSecret })
})
process.on('disconnect', () => process.exit())
process.send?.({ issuer })
