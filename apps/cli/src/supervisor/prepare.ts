// Does for the supervisor what is over when the site is ready, in a process of its own that then ends: the code of settings,
// upgrades and the database takes more memory than a quiet site. The argument is the programs as JSON.
import { once } from 'node:events'
import { explain } from '@nightdesk/config/programs'
import { databaseUrls, readEnv } from '../env.ts'
import { completeMove, moveDatabase } from '../upgrade/move-database.ts'
import { planOf } from './plan.ts'
import type { SiteProgram } from './program.ts'

// A signal that reaches all processes reaches the supervisor, too, which ends this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('disconnect', () => process.exit(1))

try {
  await prepare(JSON.parse(process.argv[2] ?? '[]'))
  process.exit(0)
} catch (error) {
  console.error(`Nightdesk cannot run: ${explain(error)}`)
  process.exit(1)
}

async function prepare(programs: SiteProgram[]): Promise<void> {
  const env = readEnv()
  const plan = planOf(env, programs)
  const backToFormer = await moveDatabase(env)
  const answer = once(process, 'message')
  process.send?.(plan)
  // While Postgres starts.
  const [{ migrateSite }, { checkAddresses, testUpgrade, waitUntilReady }] = await Promise.all([
    import('../upgrade/migrate-site.ts'),
    import('./ready.ts'),
  ])
  const database = databaseUrls(env) ?? (await answer)[0]
  const wayBack = (await migrateSite(env, database)) ?? backToFormer
  await completeMove(env, database.url)
  await checkAddresses(env, plan.programs.length)
  process.send?.('migrated')
  await Promise.all([
    waitUntilReady(env).then(() => console.log(`Nightdesk is ready at ${env.SITE_URL}`)),
    wayBack && testUpgrade(env, database.url, wayBack),
  ])
}
