import { AppError, invalid, NOT_AN_IMAGE } from '@nightdesk/contracts'
import type { EncodeProblem } from './encode-image.ts'
import { createEncoder } from './encoder.ts'
import { contentTypeOf, type ImageContentType, type ImageExtension, sniffImage } from './image-types.ts'

export interface ProcessedImage {
  bytes: Buffer
  content_type: ImageContentType
  extension: ImageExtension
  /** In pixels; of one frame if it moves. */
  width: number
  height: number
}

export interface ImageProcessor {
  /**
   * Turns an upload into a picture that is safe to keep and show, in a process of its own.
   * @throws UNSUPPORTED_MEDIA_TYPE for what is no image, VALIDATION_FAILED for one that cannot be used,
   * UNAVAILABLE when too many wait
   */
  process(bytes: Uint8Array): Promise<ProcessedImage>
  close(): void
}

/** Two images at once; the processes start with the first and end when nothing comes for half a minute. */
export function createImageProcessor({ timeout = 10_000, idle = 30_000 } = {}): ImageProcessor {
  const encoder = createEncoder({ size: 2, maxWaiting: 16, timeout, idle })
  return {
    async process(bytes) {
      const extension = sniffImage(bytes)
      if (!extension) throw new AppError('UNSUPPORTED_MEDIA_TYPE', NOT_AN_IMAGE)
      const reply = await encoder.run({ bytes, extension })
      if ('problem' in reply) throw refuse(reply.problem)
      const { width, height, bytes: encoded } = reply.image
      return { bytes: Buffer.from(encoded), content_type: contentTypeOf(extension), extension, width, height }
    },
    close: () => encoder.close(),
  }
}

const SENTENCES: Record<EncodeProblem, string> = {
  broken: 'This image is damaged and cannot be read. Please upload another file.',
  too_many_pixels: 'This image is too large. Please upload one of at most 40 megapixels.',
  too_large: 'This image cannot be made small enough to keep. Please upload a smaller one.',
  too_slow: 'This image takes too long to read. Please upload a smaller one.',
}

const refuse = (problem: EncodeProblem) => invalid('file', SENTENCES[problem])
