import { Command } from '@commander-js/extra-typings'
import { sitePrograms } from '../supervisor/program.ts'
import { supervise } from '../supervisor/supervise.ts'

export const start = new Command('start')
  .description('Run the site: database, server and worker')
  .action(() => supervise(sitePrograms()))
