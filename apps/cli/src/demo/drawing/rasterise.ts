import sharp from 'sharp'
import { type DrawingName, svgOf } from './drawings.ts'

/** The drawing as a PNG file, about 100 to 300 KB: few inks need few colours. */
export const pngOf = (name: DrawingName): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(name)))
    .png({ palette: true, colours: 128, effort: 7, dither: 0 })
    .toBuffer()
