import { AppError, invalid, NOT_AN_IMAGE } from '@nightdesk/contracts'
import type { EncodeProblem } from './encode-image.ts'
import { createEncoder } from './encoder.ts'
import { contentTypeOf, type ImageContentType, type ImageExtension, sniffImage } from './image-types.ts'
import { PoolFull } from './worker-pool.ts'

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
  /**
   * Takes one of the places of those that wait: before a body is read, so that no more are in memory than may wait.
   * @throws UNAVAILABLE when all are taken
   */
  admit(): Disposable
  close(): void
}

interface ProcessorOptions {
  /** Images at once. */
  size?: number
  /** Images that may wait besides. */
  maxWaiting?: number
  /** Milliseconds for one. */
  timeout?: number
  /** Milliseconds. */
  idle?: number
}

/** Two images at once; the processes start with the first and end when nothing comes for half a minute. */
export function createImageProcessor(options: ProcessorOptions = {}): ImageProcessor {
  const { size = 2, maxWaiting = 16, timeout = 10_000, idle = 30_000 } = options
  const encoder = createEncoder({ size, maxWaiting, timeout, idle })
  let admitted = 0
  return {
    async process(bytes) {
      const extension = sniffImage(bytes)
      if (!extension) throw new AppError('UNSUPPORTED_MEDIA_TYPE', NOT_AN_IMAGE)
      const reply = await encoder.run({ bytes, extension })
      if ('problem' in reply) throw refuse(reply.problem, reply.detail)
      const { width, height, bytes: encoded } = reply.image
      return { bytes: Buffer.from(encoded), content_type: contentTypeOf(extension), extension, width, height }
    },
    admit() {
      if (admitted >= size + maxWaiting) throw new PoolFull()
      admitted += 1
      const release = () => {
        admitted -= 1
      }
      return { [Symbol.dispose]: release }
    },
    close: () => encoder.close(),
  }
}

const SENTENCES: Record<Exclude<EncodeProblem, 'too_many_pixels'>, string> = {
  broken: 'This image is damaged and cannot be read. Please upload another file.',
  too_large: 'This image cannot be made small enough to keep. Please upload a smaller one.',
  too_much_memory: 'This image takes too much memory to read. Please upload a smaller one.',
  too_slow: 'This image takes too long to read. Please upload a smaller one.',
}

/** @param detail how many megapixels are allowed, for one that has too many */
const refuse = (problem: EncodeProblem, detail: string) =>
  invalid(
    'file',
    problem === 'too_many_pixels'
      ? `This image is too large. Please upload one of at most ${detail} megapixels.`
      : SENTENCES[problem],
  )
