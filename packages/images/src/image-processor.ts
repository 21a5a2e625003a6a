import { AppError, invalid, NOT_AN_IMAGE } from '@nightdesk/contracts'
import type { EncodeProblem, EncodeReply, EncodeRequest } from './encode-image.ts'
import { contentTypeOf, type ImageContentType, type ImageExtension, sniffImage } from './image-types.ts'
import {
  PoolFull,
  type PoolOptions,
  WorkerDied,
  WorkerPool,
  WorkerTimedOut,
  WorkerTooLarge,
} from './worker-pool.ts'

export interface ProcessedImage {
  bytes: Buffer
  content_type: ImageContentType
  extension: ImageExtension
  /** In pixels; of one frame of an animation. */
  width: number
  height: number
}

export type ImageProcessor = ReturnType<typeof createImageProcessor>

/** Two images at once. Processes start with the first image, and end after half a minute without work. */
export function createImageProcessor({
  size = 2,
  maxWaiting = 16,
  timeout = 10_000,
}: Partial<Pick<PoolOptions, 'size' | 'maxWaiting' | 'timeout'>> = {}) {
  const encoder = createEncoder({ size, maxWaiting, timeout, idle: 30_000 })
  let admitted = 0
  return {
    /**
     * Turns an upload into an image that is safe to store and show, in a child process.
     * @throws UNSUPPORTED_MEDIA_TYPE for a file that is no image, VALIDATION_FAILED for one that cannot be used,
     * UNAVAILABLE when too many wait
     */
    async process(bytes: Uint8Array): Promise<ProcessedImage> {
      const extension = sniffImage(bytes)
      if (!extension) throw new AppError('UNSUPPORTED_MEDIA_TYPE', NOT_AN_IMAGE)
      const reply = await encoder.run({ bytes, extension })
      if ('problem' in reply) throw refuse(reply.problem, reply.detail)
      const { width, height, bytes: encoded } = reply.image
      return { bytes: Buffer.from(encoded), content_type: contentTypeOf(extension), extension, width, height }
    },
    /**
     * Takes a place in the queue before the body is read, so that the queue bounds the bodies in memory.
     * @throws UNAVAILABLE when the queue is full
     */
    admit(): Disposable {
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

/** @param detail for `too_many_pixels`: how many megapixels are allowed; for `too_many_frames`: how many */
const refuse = (problem: EncodeProblem, detail: string) => invalid('file', SENTENCES[problem](detail))

const SENTENCES: Record<EncodeProblem, (detail: string) => string> = {
  broken: () => 'This image is damaged and cannot be read. Please upload another file.',
  too_many_pixels: (megapixels) =>
    `This image is too large. Please upload one of at most ${megapixels} megapixels.`,
  too_many_frames: (frames) => `This animation is too long. Please upload one of at most ${frames} frames.`,
  too_large: () => 'This image cannot be made small enough to keep. Please upload a smaller one.',
  too_much_memory: () => 'This image takes too much memory to read. Please upload a smaller one.',
  too_slow: () => 'This image takes too long to read. Please upload a smaller one.',
}

export type Encoder = ReturnType<typeof createEncoder>

/** Bytes. Both processes of a server stay below 512 MB together, and the largest allowed images stay below this. */
const MEMORY = 240 * 1024 ** 2
/** Bytes that an idle process may hold, 56 million of them for code. A new one for each picture would take most of the time. */
const MEMORY_AT_REST = 160 * 1024 ** 2

/** Decodes files and encodes their pixels anew, in child processes. */
export function createEncoder(options: Omit<PoolOptions, 'script'>) {
  const script = new URL('./encode-image.ts', import.meta.url)
  const bounds = { memory: MEMORY, memoryAtRest: MEMORY_AT_REST }
  const pool = new WorkerPool<EncodeRequest, EncodeReply>({ script, ...bounds, ...options })
  let isClosed = false
  return {
    /** @throws PoolFull, and WorkerDied when closed meanwhile */
    run: (request: EncodeRequest): Promise<EncodeReply> =>
      pool.run(request).catch((error) => {
        // `close` ended the process, not the image.
        if (isClosed) throw error
        return toProblem(error)
      }),
    close() {
      isClosed = true
      pool.close()
    },
  }
}

/** A crash or an endless loop of the decoder counts as a problem of the file. */
function toProblem(error: unknown): EncodeReply {
  if (error instanceof WorkerDied) return { problem: 'broken', detail: error.message, isTemporary: true }
  if (error instanceof WorkerTooLarge) return { problem: 'too_much_memory', detail: error.message }
  if (error instanceof WorkerTimedOut)
    return { problem: 'too_slow', detail: error.message, isTemporary: true }
  throw error
}
