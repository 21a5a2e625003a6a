import { copyAll, openBucket, openDisk } from '@nightdesk/storage'
import { defineCommand } from 'citty'
import { Presets, SingleBar } from 'cli-progress'
import { readEnv } from '../../env.ts'
import { usageError } from '../../usage-error.ts'

const PLACES = ['disk', 's3']

export const move = defineCommand({
  meta: {
    name: 'move',
    description: 'Copy all files to the disk or to the bucket of S3_*; may be interrupted and run again',
  },
  args: {
    to: { type: 'positional', description: PLACES.join(' or '), required: true, valueHint: PLACES.join('|') },
  },
  async run({ args: { to } }) {
    if (!PLACES.includes(to)) throw usageError(`Files are moved to ${PLACES.join(' or ')}, not to ${to}`)
    const env = readEnv()
    const bucket = await openBucket(env)
    if (!bucket)
      throw usageError('Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY: they name the bucket')
    const disk = await openDisk(env)
    const [source, target] = to === 's3' ? [disk, bucket] : [bucket, disk]
    const { copied, kept } = await withProgress((show) => copyAll(source, target, show))
    console.log(`${copied} files copied, ${kept} were there already; each was read back and compared.`)
    console.log(NEXT[to === 's3' ? 's3' : 'disk'])
  },
})

const NEXT = {
  s3: 'Now start Nightdesk with S3_* set, and run this once more for what was uploaded meanwhile. The files on disk are still there.',
  disk: 'Now start Nightdesk without S3_*, and run this once more, with them, for what was uploaded meanwhile. The files in the bucket are still there.',
}

/** A bar in a terminal; elsewhere nothing but the result. */
async function withProgress<T>(
  task: (show: (progress: { done: number; total: number }) => void) => Promise<T>,
) {
  const bar = new SingleBar(
    { format: ' {bar} {percentage}% | {value} of {total} files | {eta_formatted}' },
    Presets.shades_classic,
  )
  let isStarted = false
  try {
    return await task(({ done, total }) => {
      if (!isStarted) bar.start(total, 0)
      isStarted = true
      bar.update(done)
    })
  } finally {
    bar.stop()
  }
}
