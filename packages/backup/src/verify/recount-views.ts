import { compareViews, type Db, recountableDays } from '@nightdesk/db'

/** Recounts every figure from the views that it was made of. */
export async function recountViews(db: Db) {
  const days = await recountableDays(db)
  if (!days) return { views: 0, problems: [] }
  const { views } = await db
    .selectFrom('views')
    .select((eb) => eb.fn.countAll<number>().as('views'))
    .executeTakeFirstOrThrow()
  const differences = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => compareViews(tx, days))
  const problems = Object.entries(differences).map(
    ([table, { missing, extra }]) =>
      `The figures in ${table} do not equal a recount of the views: ${missing} are missing, ${extra} are too many.`,
  )
  return { views, problems }
}
