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

const words = process.argv.slice(2)
if (words.join() === 'start') {
  // This process lives as long as the site, so it does without the command line, whose code takes memory.
  const [{ supervise }, { sitePrograms }] = await Promise.all([
    import('./supervisor/supervise.ts'),
    import('./supervisor/program.ts'),
  ])
  await supervise(sitePrograms())
} else {
  const { run } = await import('./command-line.ts')
  await run(commands, words)
}
