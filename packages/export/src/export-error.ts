/** An export that cannot be written. The message is a sentence for people. */
export class ExportError extends Error {
  override name = 'ExportError'
}
