import type { Metadata } from 'sharp'
import type { ImageExtension } from './image-types.ts'

// A process that decodes stays below 256 MB, of which it needs 85 before its first picture. What decoders and encoders
// hold was measured: some read line by line, some have the whole picture in memory, some several times.

/** Of any picture. */
export const MAX_PIXELS = 40_000_000
const MAX_SIDE = 4096

/** Bytes that a decoder may hold which cannot work line by line. */
const WHOLE_PICTURE = 100_000_000

/** How many pixels a picture may have, judged by its header: so many as its decoder has room for. */
export function pixelLimit(extension: ImageExtension, metadata: Metadata, bytes: Uint8Array): number {
  return Math.min(MAX_PIXELS, limits[extension](metadata, bytes))
}

const limits: Record<ImageExtension, (metadata: Metadata, bytes: Uint8Array) => number> = {
  // All coefficients, of two bytes each, are collected before the first line is whole.
  jpg: ({ isProgressive, chromaSubsampling, channels }) =>
    isProgressive ? WHOLE_PICTURE / (2 * samplesPerPixel(chromaSubsampling, channels)) : MAX_PIXELS,
  png: ({ isProgressive, channels, depth }) =>
    isProgressive ? WHOLE_PICTURE / (channels * bytesPerSample(depth)) : MAX_PIXELS,
  gif: () => 16_000_000,
  // Without loss, or with transparency, four bytes of each pixel are held.
  webp: (_, bytes) => (isPlainLossy(bytes) ? MAX_PIXELS : 16_000_000),
  // Planes and the colours made of them: up to twenty bytes a pixel, and twice that when it has more than eight bits.
  avif: ({ bitsPerSample = 8 }) => (bitsPerSample > 8 ? 4_000_000 : 8_000_000),
}

/** A file of one chunk, `VP8 `. */
const isPlainLossy = (bytes: Uint8Array) => Buffer.from(bytes.subarray(12, 16)).toString('latin1') === 'VP8 '

const samplesPerPixel = (subsampling: string | undefined, channels: number) =>
  ({ '4:2:0': 1.5, '4:2:2': 2 })[subsampling ?? ''] ?? Math.max(3, channels)

const bytesPerSample = (depth: string) => (depth === 'uchar' ? 1 : 2)

/** How many pixels all frames of an animation may have together. */
export const movingPixels = (extension: ImageExtension) => (extension === 'webp' ? 16_000_000 : MAX_PIXELS)

/** How many pixels an encoder has room for that holds the whole picture. */
const encoded: Partial<Record<ImageExtension, number>> = { gif: 6_000_000, webp: 8_000_000, avif: 3_000_000 }

/** The longest side that a picture is encoded with. */
export function largestSide(extension: ImageExtension, { width, height }: Metadata): number {
  const room = encoded[extension]
  if (room === undefined || width * height <= room) return MAX_SIDE
  return Math.min(MAX_SIDE, Math.floor(Math.max(width, height) * Math.sqrt(room / (width * height))))
}
