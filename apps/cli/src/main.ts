#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { defineCommand } from 'citty'
import { COMPILED } from './compiled.ts'
import { run } from './run.ts'

enableCompileCache(COMPILED)

/** Loaded when called: `start` has three seconds, most of which are not ours. */
const commands = {
  analytics: () => import('./commands/analytics.ts').then(({ analytics }) => analytics),
  audit: () => import('./commands/audit.ts').then(({ audit }) => audit),
  start: () => import('./commands/start.ts').then(({ start }) => start),
  demo: () => import('./commands/demo.ts').then(({ demo }) => demo),
  dev: () => import('./commands/dev.ts').then(({ dev }) => dev),
  migrate: () => import('./commands/migrate.ts').then(({ migrate }) => migrate),
  storage: () => import('./commands/storage.ts').then(({ storage }) => storage),
  user: () => import('./commands/user.ts').then(({ user }) => user),
}

const nightdesk = defineCommand({
  meta: { name: 'nightdesk', description: 'Publishing software for a small magazine' },
  subCommands: commands,
})

await run(nightdesk, process.argv.slice(2))
