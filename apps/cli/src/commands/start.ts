import { Command } from '@commander-js/extra-typings'
import { sitePrograms } from '../site.ts'
import { supervise } from '../supervisor.ts'

export const start = new Command('start')
  .description('Run the site: database, server and worker')
  .action(() => supervise(sitePrograms({ mode: 'production' })))
