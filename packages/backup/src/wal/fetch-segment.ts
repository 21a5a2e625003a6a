// The `restore_command` of a Postgres that replays archived WAL: decompresses a file, and exits with 1 when there is none.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'

const [archived = '', target = ''] = process.argv.slice(2)
if (!existsSync(archived)) process.exit(1)
try {
  await pipeline(createReadStream(archived), createZstdDecompress(), createWriteStream(target))
} catch (error) {
  // A full disk says nothing of the file. Above 125, Postgres gives up instead of ending its WAL here.
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') process.exit(255)
  // As good as missing: Postgres then says how far it came. It has this line in its log.
  process.stderr.write(`DAMAGED ${basename(archived)} ${error}\n`)
  process.exit(1)
}
