import { Command } from '@commander-js/extra-typings'
import { acceptUnknownFiles, addJob, installationMark } from '@nightdesk/db'
import { claimStore, openStore, readOwner } from '@nightdesk/storage'
import { readEnv } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'

export const claim = new Command('claim')
  .description('Say that the stored files are this site’s: those it does not know may then be deleted')
  .action(async () => {
    const env = readEnv()
    await withDatabase(env, async ({ db }) => {
      const storage = await openStore(env)
      const [mark, owner] = await Promise.all([installationMark(db), readOwner(storage)])
      if (owner !== mark) await claimStore(storage, mark)
      await acceptUnknownFiles(db)
      await addJob(db, 'reconcile-storage', {}, { key: 'reconcile-storage-claimed' })
      const { kind, bucket } = storage.description
      console.log(
        `The files ${kind === 'disk' ? `in ${env.DATA_DIR}` : `of the bucket ${bucket}`} are this site’s.`,
      )
      console.log('Files that it does not know are set aside by the worker, and deleted after a week.')
    })
  })
