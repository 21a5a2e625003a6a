#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { COMPILED } from './compiled.ts'

enableCompileCache(COMPILED)
const { run } = await import('./command-line.ts')

const commands = {
  analytics: () => import('./commands/analytics.ts').then(({ analytics }) => analytics),
  audit: () => import('./commands/audit.ts').then(({ audit }) => audit),
  backup: () => import('./commands/backup.ts').then(({ backup }) => backup),
  start: () => import('./commands/start.ts').then(({ start }) => start),
  demo: () => import('./commands/demo.ts').then(({ demo }) => demo),
  doctor: () => import('./commands/doctor.ts').then(({ doctor }) => doctor),
  dev: () => import('./commands/dev.ts').then(({ dev }) => dev),
  export: () => import('./commands/export.ts').then(({ exportStories }) => exportStories),
  import: () => import('./commands/import.ts').then(({ importCommand }) => importCommand),
  migrate: () => import('./commands/migrate.ts').then(({ migrate }) => migrate),
  restore: () => import('./commands/restore.ts').then(({ restore }) => restore),
  storage: () => import('./commands/storage.ts').then(({ storage }) => storage),
  upgrade: () => import('./commands/upgrade.ts').then(({ upgrade }) => upgrade),
  user: () => import('./commands/user.ts').then(({ user }) => user),
}

await run(commands, process.argv.slice(2))
