// Not the whole contract: its schemas would take a quarter of this process’s memory.
import { MAX_IMAGE_BYTES } from '@nightdesk/contracts/files'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { hardenSharp } from './harden-sharp.ts'
import { type ImageExtension, sniffImage } from './image-types.ts'
import { answerRequests } from './worker-process.ts'

/** Each attempt shrinks the image by the factor that the last file was too large. */
const ATTEMPTS = 5

hardenSharp()

export interface EncodeRequest {
  bytes: Uint8Array
  /** The format of the result, whatever that of the file. */
  extension: ImageExtension
  /** Longest side in pixels. Default: {@link largestSide}. */
  side?: number
}

interface EncodedImage {
  bytes: Uint8Array
  width: number
  height: number
}

/** Why there is no result: broken data, too many pixels or frames, a result that stays too large, too much time or memory. */
export type EncodeProblem =
  | 'broken'
  | 'too_many_pixels'
  | 'too_many_frames'
  | 'too_large'
  | 'too_slow'
  | 'too_much_memory'
/** `isTemporary`: whether the process, not the file, may be the cause. */
export type EncodeReply =
  | { image: EncodedImage }
  | { problem: EncodeProblem; detail: string; isTemporary?: boolean }

/**
 * Decodes a file and encodes its pixels anew, upright and without metadata, at most 4,096 pixels a side (fewer where an encoder
 * needs much memory, or for many frames) and {@link MAX_IMAGE_BYTES} large. Nothing of the file but its pixels is kept, so no hidden data is.
 */
async function encodeImage({ bytes, extension, side }: EncodeRequest): Promise<EncodeReply> {
  try {
    // Reads the header only. The limit is checked in the next lines, so that the reason can be named.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
    const limit = Math.min(MAX_PIXELS, pixelLimits[sniffImage(bytes) ?? extension](metadata, bytes))
    if (metadata.width * metadata.height > limit) return problem('too_many_pixels', megapixels(limit))
    return await encodeWithinLimit(bytes, extension, metadata, side)
  } catch (error) {
    return problem('broken', String(error))
  }
}

async function encodeWithinLimit(
  bytes: Uint8Array,
  extension: ImageExtension,
  metadata: Metadata,
  longest = largestSide(extension, metadata),
) {
  const animated = isMoving(extension, metadata)
  const frames = Math.min(MAX_FRAMES, Math.floor(MAX_MOVING_PIXELS / (metadata.width * metadata.height)))
  if (animated && (metadata.pages ?? 1) > frames) return problem('too_many_frames', String(frames))
  let side = longest
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const pixels = decode(bytes, animated).resize({
      width: side,
      height: side,
      fit: 'inside',
      withoutEnlargement: true,
    })
    const { data, info } = await encode[extension](pixels, metadata).toBuffer({ resolveWithObject: true })
    const { width, pageHeight: height = info.height } = info
    if (data.length <= MAX_IMAGE_BYTES) return { image: { bytes: data, width, height } }
    side = Math.max(1, Math.floor(Math.max(width, height) * Math.sqrt(MAX_IMAGE_BYTES / data.length) * 0.9))
  }
  return problem('too_large')
}

function decode(bytes: Uint8Array, animated: boolean): Sharp {
  const image = sharp(bytes, {
    animated,
    limitInputPixels: animated ? MAX_MOVING_PIXELS : MAX_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  })
  // An animation cannot be turned, and cameras do not make any.
  return animated ? image : image.autoOrient()
}

/** The lowest effort that gives good files: an image has seconds, not minutes. */
const encode: Record<ImageExtension, (image: Sharp, metadata: Metadata) => Sharp> = {
  // JPEG has no transparency: without a background, transparent pixels would be black. Optimised coding would hold the whole
  // image in memory.
  jpg: (image) => image.flatten({ background: 'white' }).jpeg({ quality: 85, optimiseCoding: false }),
  // A palette stays a palette: in true colour the file would be several times as large.
  png: (image, { isPalette }) =>
    image.png({ compressionLevel: 9, ...(isPalette && { palette: true, effort: 1, dither: 0 }) }),
  gif: (image) => image.gif({ effort: 1 }),
  webp: (image) => image.webp({ quality: 85, effort: 2 }),
  avif: (image) => image.avif({ quality: 60, effort: 0 }),
}

const megapixels = (pixels: number) => String(Math.floor(pixels / 1e6))

const problem = (problem: EncodeProblem, detail = '') => ({ problem, detail })

// A decoding process stays below 256 MB, and needs 85 before its first image. The limits come from measurements of decoders and
// encoders: some read line by line, some hold the whole image in memory, some hold it several times.

/** The limit for images of all formats. */
const MAX_PIXELS = 40_000_000
const MAX_SIDE = 4096

/** Bytes that a decoder may use if it holds the whole image. */
const WHOLE_PICTURE = 100_000_000

/** How many pixels an image may have by its header: as many as its decoder has memory for. */
const pixelLimits: Record<ImageExtension, (metadata: Metadata, bytes: Uint8Array) => number> = {
  // All coefficients, two bytes each, are in memory before the first line is complete.
  jpg: ({ isProgressive, chromaSubsampling, channels }) =>
    isProgressive ? WHOLE_PICTURE / (2 * samplesPerPixel(chromaSubsampling, channels)) : MAX_PIXELS,
  png: ({ isProgressive, channels, depth }) =>
    isProgressive ? WHOLE_PICTURE / (channels * bytesPerSample(depth)) : MAX_PIXELS,
  gif: () => 16_000_000,
  // Lossless or with transparency, it holds four bytes per pixel.
  webp: (_, bytes) => (isPlainLossy(bytes) ? MAX_PIXELS : 16_000_000),
  // It holds planes and RGB: up to twenty bytes per pixel, and twice that for more than eight bits per sample.
  avif: ({ bitsPerSample = 8 }) => (bitsPerSample > 8 ? 4_000_000 : 8_000_000),
}

/** A file with a single chunk, `VP8 `. */
const isPlainLossy = (bytes: Uint8Array) => Buffer.from(bytes.subarray(12, 16)).toString('latin1') === 'VP8 '

const samplesPerPixel = (subsampling: string | undefined, channels: number) =>
  ({ '4:2:0': 1.5, '4:2:2': 2 })[subsampling ?? ''] ?? Math.max(3, channels)

const bytesPerSample = (depth: string) => (depth === 'uchar' ? 1 : 2)

/** The limit for all frames of an animation together, which are decoded one after another. */
const MAX_MOVING_PIXELS = 10 * MAX_PIXELS
const MAX_FRAMES = 2000

/** Maximum pixels for encoders that hold the whole image. */
const encoded: Partial<Record<ImageExtension, number>> = { gif: 6_000_000, webp: 8_000_000, avif: 3_000_000 }
/** The same for all frames of an animation together. No other format moves. */
const moving: Partial<Record<ImageExtension, number>> = { gif: MAX_PIXELS, webp: 16_000_000 }

/** Whether the encoded image is an animation. */
const isMoving = (extension: ImageExtension, { pages = 1 }: Metadata): boolean =>
  pages > 1 && extension in moving

/** Longest side of the encoded image in pixels: an animation is made smaller, as its frames are what it shows. */
function largestSide(extension: ImageExtension, metadata: Metadata): number {
  const { width, height, pages = 1 } = metadata
  const perFrame = isMoving(extension, metadata) ? (moving[extension] ?? 0) / pages : Infinity
  const room = Math.min(encoded[extension] ?? Infinity, perFrame)
  if (width * height <= room) return MAX_SIDE
  return Math.min(
    MAX_SIDE,
    Math.max(1, Math.floor(Math.max(width, height) * Math.sqrt(room / (width * height)))),
  )
}

answerRequests<EncodeRequest, EncodeReply>(encodeImage)
