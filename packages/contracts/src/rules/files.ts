import { isSafeImageUrl } from './paths.ts'

/** "under 5MB": the size of the largest accepted file, in bytes. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024 - 1
export const IMAGE_TOO_LARGE = 'Image size should be less than 5MB'
export const NOT_AN_IMAGE = 'Please upload an image file'

/** Why a file cannot be uploaded, in the words of the specification; undefined if it can. */
export function refuseImage({ size, type }: { size: number; type: string }): string | undefined {
  if (!type.startsWith('image/')) return NOT_AN_IMAGE
  if (size > MAX_IMAGE_BYTES) return IMAGE_TOO_LARGE
}

/** Code points of the texts of an image: its description, and what readers see below it. */
export const MAX_IMAGE_TEXT = { alt: 500, caption: 1000, credit: 200 } as const

/** The server names files: 26 base-32 characters and the extension of the decoded format. */
export const IMAGE_FILENAME = /^[a-z2-7]{26}\.(jpg|png|gif|webp|avif)$/

/** Formats of the smaller copies of a picture, the best first. */
export const VARIANT_FORMATS = ['avif', 'webp'] as const
export type VariantFormat = (typeof VARIANT_FORMATS)[number]

/** Pixels across: a phone, a column of text, and the same at a high pixel density. */
const WIDTHS = [480, 960, 1600]
/** Pixels across. A smaller picture is small in any format. */
const NOT_WORTH_IT = 200

/**
 * The widths of the copies of a picture of this width: its own or the widest, so that no screen loses pixels, and each
 * smaller step of at most 80 % of that.
 */
export function variantWidths(width: number): number[] {
  if (width < NOT_WORTH_IT) return []
  const widest = Math.min(width, Math.max(...WIDTHS))
  return [...WIDTHS.filter((narrower) => narrower <= widest * 0.8), widest]
}

export const imagePath = (filename: string) => `/api/uploads/${filename}`

/** The file with this {@link imagePath}; undefined for any other address. */
export function imageFilename(address: string): string | undefined {
  const filename = address.slice(imagePath('').length)
  return IMAGE_FILENAME.test(filename) && address === imagePath(filename) ? filename : undefined
}

/** "displayed from /api/uploads/{filename} when the stored value is not a full URL"; undefined if unsafe. */
export function imageSource({ filename, url }: Record<string, unknown>): string | undefined {
  if (typeof filename === 'string' && IMAGE_FILENAME.test(filename)) return imagePath(filename)
  return typeof url === 'string' && isSafeImageUrl(url) ? url : undefined
}

/** Bytes of the largest export that can be uploaded. The command line reads larger ones. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3
export const IMPORT_TOO_LARGE =
  'The file has more than 2 GB. Copy it to the server, and import it there with the command line.'
export const NO_IMPORT_FILE = 'Please choose a file'

/** Why a file cannot be uploaded; undefined if it can. */
export function refuseImport({ size }: { size: number }): string | undefined {
  if (size === 0) return 'The file is empty.'
  if (size > MAX_IMPORT_BYTES) return IMPORT_TOO_LARGE
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** "1.50 KB": units B to TB in steps of 1024, two decimals. Has its own entry point, without schemas. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return `${(bytes / 1024 ** step).toFixed(2)} ${UNITS[step]}`
}
