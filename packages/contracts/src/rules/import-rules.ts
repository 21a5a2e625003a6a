// Checks of a file before it is sent. Free of schemas, which would add to the browser’s bundle.

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
