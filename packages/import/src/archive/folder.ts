import { createReadStream } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { ImportLimits } from '../model.ts'
import { SourceError } from '../source-error.ts'
import { type Archive, isLeftOut, readAll } from './archive.ts'

/** A folder on the disk. */
export async function openFolder(folder: string, limits: ImportLimits): Promise<Archive> {
  const { files, links } = await listFiles(folder, limits)
  const known = new Set(files)
  const stream = async (path: string) => {
    if (!known.has(path)) throw new SourceError(`“${path}” is not in the folder.`)
    return createReadStream(join(folder, path))
  }
  return {
    paths: files,
    has: (path) => known.has(path),
    links,
    stream,
    read: async (path, limit) => readAll(await stream(path), limit, path),
    close: async () => {},
  }
}

async function listFiles(
  folder: string,
  limits: ImportLimits,
): Promise<{ files: string[]; links: string[] }> {
  const files: string[] = []
  const links: string[] = []
  const open = [folder]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for await (const entry of await opendir(at)) {
      const full = join(at, entry.name)
      const path = relative(folder, full).split(sep).join('/')
      if (isLeftOut(path)) continue
      if (entry.isSymbolicLink()) links.push(path)
      else if (entry.isDirectory()) open.push(full)
      else if (entry.isFile()) files.push(path)
      if (files.length + links.length > limits.entries) throw new SourceError(tooMany(limits))
    }
  }
  return { files: files.sort(), links: links.sort() }
}

const tooMany = ({ entries }: ImportLimits) =>
  `The folder has more than ${entries.toLocaleString('en-US')} files. Choose the folder with the texts.`
