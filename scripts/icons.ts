import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

// Generates the icons of the site from apps/web/public/favicon.svg: node scripts/icons.ts

const PUBLIC = new URL('../apps/web/public/', import.meta.url)
const drawing = await readFile(new URL('favicon.svg', PUBLIC), 'utf8')

/** With a background up to the edge and a margin around the drawing, as phones crop icons to various shapes. */
const fullBleed = drawing
  .replace('viewBox="0 0 32 32"', 'viewBox="-1 -1 34 34"')
  .replace(/<rect [^>]*\/>/, '<rect x="-1" y="-1" width="34" height="34" fill="#ffd21a"/>')

const draw = (svg: string, side: number) =>
  sharp(Buffer.from(svg), { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()

/** favicon.ico, which browsers request by default: a PNG after a header of 22 bytes. */
async function favicon(side: number): Promise<Buffer> {
  const png = await draw(drawing, side)
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(side, 6)
  header.writeUInt8(side, 7)
  header.writeUInt16LE(1, 10) // planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

await writeFile(new URL('favicon.ico', PUBLIC), await favicon(32))
await writeFile(new URL('apple-touch-icon.png', PUBLIC), await draw(fullBleed, 180))
for (const side of [192, 512])
  await writeFile(new URL(`icon-${side}.png`, PUBLIC), await draw(fullBleed, side))
