import { sql } from 'kysely'
import type { CurrentUser } from '../context.ts'
import { as, db } from '../testing.ts'

type Act = () => Promise<unknown>

/** Prepares one call of every endpoint that changes backups. */
export function callsOfBackups(admin: CurrentUser): Record<string, () => Promise<Act>> {
  const { backups } = as(admin)
  return {
    'backups.create': async () => () => backups.create({}),
    'backups.verify': async () => {
      await sql`delete from graphile_worker._private_jobs where key = 'back-up'`.execute(db)
      const { rows } = await sql<{ id: number }>`insert into backups (file, created_at, bytes, rows, objects)
        values ('a', now(), 1, 1, 0) returning id`.execute(db)
      return () => backups.verify({ id: rows[0]?.id ?? 0 })
    },
  }
}
