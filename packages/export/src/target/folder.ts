import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ExportTarget } from './target.ts'

/** @param isPublic whether others than its owner may read it, as it contains no drafts */
export async function createFolder(folder: string, isPublic: boolean): Promise<ExportTarget> {
  const modes = isPublic ? { folder: 0o755, file: 0o644 } : { folder: 0o700, file: 0o600 }
  await mkdir(folder, { mode: modes.folder })
  return {
    async add(path, content) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true, mode: modes.folder })
      await pipeline(content, createWriteStream(file, { flags: 'wx', mode: modes.file, flush: true }))
    },
    async finish() {},
  }
}
