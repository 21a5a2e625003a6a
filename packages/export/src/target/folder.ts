import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ExportTarget } from './target.ts'

/** Makes a folder that only its owner can read: exports contain drafts. */
export async function createFolder(folder: string): Promise<ExportTarget> {
  await mkdir(folder, { mode: 0o700 })
  return {
    async add(path, content) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
    },
    async finish() {},
  }
}
