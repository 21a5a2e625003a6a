import sharp, { type Sharp } from 'sharp'

/** An image with detail everywhere. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })

export const flat = (width: number, height: number, background = 'teal'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } })

/** An endless animation of square frames in different greys, 80 ms each. */
export async function movingGif(frames: number, side: number): Promise<Buffer> {
  const pixels = Buffer.concat(
    Array.from({ length: frames }, (_, index) => Buffer.alloc(side * side * 3, (index * 97) % 256)),
  )
  const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const
  return sharp(pixels, { raw })
    .gif({ effort: 1, delay: Array(frames).fill(80), loop: 0 })
    .toBuffer()
}

/** A longer file of the same image: decoders ignore bytes after its end mark. */
export const padded = (image: Buffer, size: number): Buffer =>
  Buffer.concat([image, Buffer.alloc(size - image.length)])
