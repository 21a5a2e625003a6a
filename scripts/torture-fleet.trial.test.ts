import { describe, expect, test } from 'vitest'
import { missingForFleet, tortureFleet } from './torture/fleet.ts'

// `npm run torture` does the same at full count. `deploy-run.trial.test.ts` replaces the servers under load.
const missing = missingForFleet()

describe.skipIf(missing)(missing ?? 'behind Caddy and PgBouncer', () => {
  test('no acknowledged save, view or upload is lost when a server and PgBouncer are killed and Postgres restarts', async () => {
    const report = await tortureFleet({ seed: 'npm test', layout: 'two ports', rolls: 0, faults: 3 })

    expect(report.problems).toEqual([])
    expect(report.faults).toBe('database 1, pooler 1, server 1')
    for (const acknowledged of [report.saves, report.views, report.pictures, report.reads])
      expect(acknowledged).toBeGreaterThan(0)
  })
})
