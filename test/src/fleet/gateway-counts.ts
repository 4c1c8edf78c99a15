import type { TeamId } from '@cges-fleet/db'
import { APIError } from 'openai'
import type { RunningApp } from './spawn-app.js'
import type { TestFleet } from './test-fleet.js'

/** The status that a request to a gateway ended with. */
export const statusOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => 200,
    (error: unknown) => (error instanceof APIError ? error.status : error),
  )

/** Counts what a gateway and its fleet have under way, and what was booked. */
export class GatewayCounts {
  constructor(
    private readonly fleet: TestFleet,
    private readonly gateway: RunningApp,
  ) {}

  /** Requests that the gateway answers now, or keeps answers of. */
  async answering(): Promise<number> {
    const text = await (await fetch(`${this.gateway.listening}/metrics`)).text()
    return Number(/^fleet_gateway_requests_in_flight (\d+)$/m.exec(text)?.[1])
  }

  inFlight(): Promise<number> {
    return this.count(`SELECT count(*)::int AS n FROM call WHERE live`)
  }

  unbooked(): Promise<number> {
    return this.count(`SELECT count(*)::int AS n FROM chat_request WHERE ended_at IS NULL`)
  }

  booked({ team }: { readonly team: TeamId }): Promise<number> {
    return this.count(`SELECT coalesce(sum(calls), 0)::int AS n FROM usage WHERE team_id = $1`, [team])
  }

  async count(statement: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.fleet.sql<{ n: number }>(statement, values)
    return row?.n ?? -1
  }
}
