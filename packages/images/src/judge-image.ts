import type { Metadata } from 'sharp'
import type { ImageExtension } from './image-types.ts'

// A decoding process stays below 256 MB, and needs 85 before its first image. The limits come from measurements of decoders and
// encoders: some read line by line, some hold the whole image in memory, some hold it several times.

/** The limit for images of all formats. */
export const MAX_PIXELS = 40_000_000
const MAX_SIDE = 4096

/** Bytes that a decoder may use if it holds the whole image. */
const WHOLE_PICTURE = 100_000_000

/** How many pixels an image may have by its header: as many as its decoder has memory for. */
export function pixelLimit(extension: ImageExtension, metadata: Metadata, bytes: Uint8Array): number {
  return Math.min(MAX_PIXELS, limits[extension](metadata, bytes))
}

const limits: Record<ImageExtension, (metadata: Metadata, bytes: Uint8Array) => number> = {
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
export const MAX_MOVING_PIXELS = 10 * MAX_PIXELS
const MAX_FRAMES = 2000

/** How many frames of its size an animation may have. */
export const frameLimit = ({ width, height }: Metadata): number =>
  Math.min(MAX_FRAMES, Math.floor(MAX_MOVING_PIXELS / (width * height)))

/** Maximum pixels for encoders that hold the whole image. */
const encoded: Partial<Record<ImageExtension, number>> = { gif: 6_000_000, webp: 8_000_000, avif: 3_000_000 }
/** The same for all frames of an animation together. No other format moves. */
const moving: Partial<Record<ImageExtension, number>> = { gif: MAX_PIXELS, webp: 16_000_000 }

/** Whether the encoded image is an animation. */
export const isMoving = (extension: ImageExtension, { pages = 1 }: Metadata): boolean =>
  pages > 1 && extension in moving

/** Longest side of the encoded image in pixels: an animation is made smaller, as its frames are what it shows. */
export function largestSide(extension: ImageExtension, metadata: Metadata): number {
  const { width, height, pages = 1 } = metadata
  const perFrame = isMoving(extension, metadata) ? (moving[extension] ?? 0) / pages : Infinity
  const room = Math.min(encoded[extension] ?? Infinity, perFrame)
  if (width * height <= room) return MAX_SIDE
  return Math.min(
    MAX_SIDE,
    Math.max(1, Math.floor(Math.max(width, height) * Math.sqrt(room / (width * height)))),
  )
}
