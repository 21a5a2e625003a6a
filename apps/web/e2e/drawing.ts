import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

/** A file in the form that Playwright takes. */
export interface ImageFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Draws a picture of a dark sea. */
export async function drawing(name: string, width = 60, height = 40): Promise<ImageFile> {
  const image = sharp({ create: { width, height, channels: 3, background: '#23356F' } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

/** Stores `large.png` of 5 MB in a temporary folder, as Playwright takes seconds to send a buffer of that size. */
export async function storeLarge() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'nightdesk-'))
  await writeFile(join(folder.path, 'large.png'), Buffer.alloc(5 * 1024 * 1024))
  return folder
}
