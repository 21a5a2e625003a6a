import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const fileOf = (drawing: string) => fileURLToPath(new URL(`.${drawing}`, import.meta.url))

/** All drawings as stories name them, such as `/drawings/moon-track.svg`. */
export const drawings = readdirSync(fileOf('/drawings')).map((file) => `/drawings/${file}`)

/** A drawing as a PNG file of about 30 to 200 KB. The drawings use few colours, so a palette is enough. */
export const pngOf = (drawing: string): Promise<Buffer> =>
  sharp(fileOf(drawing)).png({ palette: true, colours: 128, effort: 7, dither: 0 }).toBuffer()
