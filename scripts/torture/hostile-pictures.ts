import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import { AppError } from '../../packages/contracts/src/index.ts'
import { createImageProcessor } from '../../packages/images/src/image-processor.ts'
import { flat, movingGif, noise } from '../../packages/images/src/testing.ts'
import { watchMemory } from '../../packages/images/src/testing-memory.ts'
import type { Report } from './report.ts'

const MB = 1024 ** 2
/** More than one process decodes at once, so that some pictures always wait. */
const AT_ONCE = 8

interface HostileReport extends Report {
  /** Decoded successfully. */
  accepted: number
  refused: number
}

/** Sends broken pictures, wrong headers and decompression bombs to the decoders, and measures their memory. */
export async function tortureHostilePictures(seed: string, files: number): Promise<HostileReport> {
  const images = createImageProcessor({ maxWaiting: AT_ONCE })
  const report: HostileReport = { accepted: 0, refused: 0, lines: [], problems: [] }
  const [seeds, random] = [await seedFiles(), randomFrom(seed)]
  await using memory = watchMemory()
  let next = 0
  const sendAll = async () => {
    while (next < files) {
      const number = next
      next += 1
      await send(images, corrupt(seeds[number % seeds.length] ?? Buffer.alloc(0), random), report)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll))
  images.close()
  const sizes = await memory.stop()
  const [largest, together] = [Math.round(sizes.largest / MB), Math.round(sizes.together / MB)]
  if (largest >= 256) report.problems.push(`A process had ${largest} MB`)
  if (together >= 512) report.problems.push(`All processes together had ${together} MB`)
  report.lines.push(
    `Hostile pictures     ${files}: ${report.refused} refused, ${report.accepted} made into pictures`,
    `Memory of decoders   ${largest} MB in one process, ${together} MB in all`,
  )
  return report
}

/** Checks that a file becomes a picture or is refused with an AppError. */
async function send(
  images: ReturnType<typeof createImageProcessor>,
  bytes: Buffer,
  report: HostileReport,
): Promise<void> {
  try {
    await images.process(bytes)
    report.accepted += 1
  } catch (error) {
    const isRefused =
      error instanceof AppError && /^(VALIDATION_FAILED|UNSUPPORTED_MEDIA_TYPE)$/.test(error.code)
    if (!isRefused) report.problems.push(`A picture of ${bytes.length} bytes: ${error}`)
    report.refused += 1
  }
}

/** For each format: a picture just within the limits, one far beyond them, and a small one. */
const seedFiles = () =>
  Promise.all([
    flat(7000, 4700).jpeg({ progressive: true }).toBuffer(),
    flat(12_000, 12_000).jpeg({ progressive: true }).toBuffer(),
    noise(3000, 2000).jpeg({ quality: 60 }).toBuffer(),
    flat(8000, 5000).png().toBuffer(),
    flat(16_000, 16_000).png({ progressive: true }).toBuffer(),
    noise(900, 700).png().toBuffer(),
    flat(4000, 4000).gif({ effort: 1 }).toBuffer(),
    movingGif(200, 400),
    flat(4000, 4000).webp({ lossless: true, effort: 0 }).toBuffer(),
    flat(9000, 9000).webp({ effort: 0 }).toBuffer(),
    noise(1500, 1000).webp({ effort: 0 }).toBuffer(),
    flat(3264, 2448).avif({ effort: 0 }).toBuffer(),
    flat(6000, 4000).avif({ effort: 0 }).toBuffer(),
    noise(600, 400).avif({ effort: 0 }).toBuffer(),
  ])

/** Returns the file unchanged, truncated, with changed bytes in its header or anywhere, or with a wrong size. */
function corrupt(file: Buffer, random: Random): Buffer {
  const copy = Buffer.from(file)
  const at = (end: number) => Math.floor(random(0, Math.min(end, copy.length)))
  const kind = Math.floor(random(0, 5))
  if (kind === 1) return copy.subarray(0, 32 + at(copy.length))
  if (kind === 2) for (let count = 0; count < 4; count++) copy[12 + at(200)] = at(256)
  if (kind === 3) for (let count = 0; count < 40; count++) copy[12 + at(copy.length - 12)] = at(256)
  // PNG, GIF and WebP have their sizes here: sets the largest that the format allows.
  if (kind === 4) copy.fill(0x7f, 6 + at(14), 22 + at(6))
  return copy
}
