import { defineCommand } from 'citty'
import { sitePrograms } from '../site.ts'
import { supervise } from '../supervisor.ts'

export const start = defineCommand({
  meta: { name: 'start', description: 'Run the site: database, server and worker' },
  run: () => supervise(sitePrograms({ mode: 'production' })),
})
