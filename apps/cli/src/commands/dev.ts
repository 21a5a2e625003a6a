import { spawnSync } from 'node:child_process'
import { Command } from '@commander-js/extra-typings'
import { sitePrograms } from '../supervisor/program.ts'
import { supervise } from '../supervisor/supervise.ts'

export const dev = new Command('dev')
  .description('Run the site and follow every change of its source')
  .action(() =>
    supervise(
      sitePrograms({
        mode: 'development',
        node: ['--watch', '--watch-preserve-output'],
        prefix: parentExitWatcher(),
      }),
    ),
  )

/** Node in watch mode ignores the exit of its parent. On Linux, `setpriv` has the kernel stop it then. */
function parentExitWatcher(): string[] {
  const command = ['--pdeathsig', 'TERM', '--']
  const isThere = spawnSync('setpriv', [...command, 'true'], { stdio: 'ignore' }).status === 0
  return isThere ? ['setpriv', ...command] : []
}
