import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), 'utf8')

it('starts Redis on a machine of one’s own with the options of the chart, and a password for each user', () => {
  const [, args = ''] = /start-redis\.sh, (redis-server, .*)\]/u.exec(read('k8s/chart/templates/stores.yaml')) ?? []
  const options = args.replaceAll(/[,']/gu, '')
  const page = read('docs/operations.md')
  expect(options).toContain('--appendonly yes')
  expect(page).toContain(`\nsh k8s/chart/files/logins/start-redis.sh ${options}\n`)
  const [, names = ''] = /for name in ([A-Z ]+);/u.exec(read('k8s/chart/files/logins/start-redis.sh')) ?? []
  const [, drawn = ''] = /for name in ([A-Z ]+); do echo "export \$\{name\}_PASSWORD=/u.exec(page) ?? []
  expect(drawn.split(' ')).toEqual(expect.arrayContaining(names.split(' ')))
})
