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

/** Maximum pixels of all frames of an animation together. */
export const movingPixels = (extension: ImageExtension) => (extension === 'webp' ? 16_000_000 : MAX_PIXELS)

/** Maximum pixels for encoders that hold the whole image. */
const encoded: Partial<Record<ImageExtension, number>> = { gif: 6_000_000, webp: 8_000_000, avif: 3_000_000 }

/** Longest side of the encoded image in pixels. */
export function largestSide(extension: ImageExtension, { width, height }: Metadata): number {
  const room = encoded[extension]
  if (room === undefined || width * height <= room) return MAX_SIDE
  return Math.min(MAX_SIDE, Math.floor(Math.max(width, height) * Math.sqrt(room / (width * height))))
}
