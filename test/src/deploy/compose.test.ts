import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { composeOffences } from './compose-offences.js'
import { mutated, type Mutation } from './mutation.js'
import { ROOT } from './root.js'

const text = readFileSync(`${ROOT}docker-compose.yml`, 'utf8')

describe('docker-compose.yml', () => {
  it('has the services that the handbook and the example for Prometheus name', () => {
    const { services } = parse(text) as { services: object }
    const handbook = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
    const entered = [...handbook.matchAll(/docker compose exec (?:-T )?(\S+)/gu)].map(([, service]) => service)
    const scraped = [...readFileSync(`${ROOT}examples/prometheus.yaml`, 'utf8').matchAll(/names: \[(.*?)\]/gu)]
    const named = [...entered, ...scraped.flatMap(([, names = '']) => names.split(', '))]
    expect(named).toEqual(['api', 'postgres', 'api', 'coordinator', 'worker', 'worker-gpu'])
    expect(Object.keys(services)).toEqual(expect.arrayContaining(named))
  })

  it('is of the specification and keeps our rules', () => {
    expect(composeOffences(text)).toEqual([])
  })

  it.each<Mutation>([
    {
      what: 'a key the specification has not',
      replace: "volumes: ['redis:/data'",
      by: "volume: ['redis:/data'",
      offence: /additional|unevaluated/,
    },
    { what: 'a queue that evicts', replace: '- noeviction', by: '- allkeys-lru', offence: /noeviction/ },
    { what: 'a queue that forgets', replace: /- --appendonly\n +- 'yes'\n/, by: '', offence: /appendonly/ },
    {
      what: 'a variable nobody reads',
      replace: "WORKER_CONCURRENCY: '16'",
      by: "WORKER: '16'",
      offence: /sets WORKER, which worker does not read/,
    },
    {
      what: 'a start before the migration',
      replace: '  migrate: { condition: service_completed_successfully }\n',
      by: '',
      offence: /wait for the mig/,
    },
    {
      what: 'a worker with the coordinator’s login',
      replace: 'postgres://cges_worker_login:${WORKER',
      by: 'postgres://cges_coordinator_login:${COORDINATOR',
      offence: /worker is cges_coordinator_login in DATABASE_URL/,
    },
    {
      what: 'an API that administers Redis',
      replace: 'redis://api:',
      by: 'redis://cges:',
      offence: /api is cges in REDIS_URL/,
    },
    {
      what: 'a migration as superuser',
      replace: 'cges_owner:${OWNER_PASSWORD:-owner}',
      by: 'cges:${POSTGRES_PASSWORD:-cges}',
      offence: /migrate is cges in DATABASE_URL/,
    },
    {
      what: 'a migration before the logins',
      replace: '      logins: { condition: service_completed_successfully }\n',
      by: '',
      offence: /migrate does not wait for the logins/,
    },
    {
      what: 'a start beside the migration',
      replace: 'migrate: { condition: service_completed_successfully',
      by: 'migrate: { condition: service_started',
      offence: /only to be service_started/,
    },
    { what: 'a writable root', replace: 'read_only: true', by: 'read_only: false', offence: /may write its root/ },
    { what: 'a floating image', replace: /:18\.4-bookworm@sha256:[0-9a-f]{64}/, by: ':latest', offence: /not pinned/ },
    {
      what: 'a port for the world',
      replace: "'127.0.0.1:${API_PORT:-8080}:8080'",
      by: "'8080:8080'",
      offence: /beyond this machine/,
    },
    {
      what: 'a service nobody asks for its health',
      replace: /healthcheck:\n {6}test: \['CMD', 'redis-cli'[^]*?retries: 12\n/,
      by: '',
      offence: /redis has no health/,
    },
    { what: 'one worker', replace: 'scale: 2', by: 'scale: 1', offence: /not two workers/ },
    {
      what: 'an interpreter every five seconds',
      replace: "'bash',\n      '-c',",
      by: "'node',\n      '-e',",
      offence: /api starts an interpreter/,
    },
    {
      what: 'memory without end',
      replace: '  mem_limit: 512m\n',
      by: '',
      offence: /coordinator has no limit of memory/,
    },
    { what: 'processes without end', replace: '  pids_limit: 256\n', by: '', offence: /api has no limit of processes/ },
  ])('refuses $what', (mutation) => {
    expect(composeOffences(mutated(text, mutation)).join('\n')).toMatch(mutation.offence)
  })
})
