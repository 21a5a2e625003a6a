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
