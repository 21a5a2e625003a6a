import { Command } from '@commander-js/extra-typings'
import { acceptUnknownFiles, addJob, installationMark } from '@nightdesk/db'
import { claimStore, copyAll, openBucket, openDisk, openStore, readOwner } from '@nightdesk/storage'
import { group } from '../command-line.ts'
import { withDatabase } from '../database.ts'
import { readEnv } from '../env.ts'
import { withProgressBar } from '../terminal.ts'

const claim = new Command('claim')
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

const STORES = ['disk', 's3']

const move = new Command('move')
  .description('Copy all files to the disk or to the bucket of S3_*; may be interrupted and run again')
  .argument('<to>', STORES.join(' or '))
  .action(async (to, _, command) => {
    if (!STORES.includes(to)) command.error(`Files are moved to ${STORES.join(' or ')}, not to ${to}`)
    const env = readEnv()
    const bucket = await openBucket(env)
    if (!bucket)
      return command.error(
        'Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY: they name the bucket',
      )
    const disk = await openDisk(env)
    const [from, into] = to === 's3' ? [disk, bucket] : [bucket, disk]
    const { copied, kept } = await withProgressBar('files', (show) => copyAll(from, into, show))
    console.log(`${copied} files copied, ${kept} were there already; each was read back and compared.`)
    console.log(NEXT[to === 's3' ? 's3' : 'disk'])
  })

const NEXT = {
  s3: 'Now start Nightdesk with S3_* set, and run this once more for what was uploaded meanwhile. The files on disk are still there.',
  disk: 'Now start Nightdesk without S3_*, and run this once more, with them, for what was uploaded meanwhile. The files in the bucket are still there.',
}

export const storage = group('storage', 'Manage where uploaded files are kept')
  .addCommand(claim)
  .addCommand(move)
