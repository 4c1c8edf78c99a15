// npm run db -- psql|reset|seed: the data of the fleets that run in this checkout.
const DO = {
  psql: () => import('./psql.mjs'),
  reset: () => import('./reset.mjs'),
  // The demonstration's data.
  seed: () => {
    process.argv.splice(2, 0, 'up', '--demo', '--exit-when-done', '--no-dashboard')
    return import('../../apps/cli/bundle/main.js')
  },
}

const [name = ''] = process.argv.splice(2, 1)
if (!(name in DO)) {
  console.error(`usage: npm run db -- ${Object.keys(DO).join('|')}`)
  process.exit(2)
}
await DO[name]()
