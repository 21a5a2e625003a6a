/** The archive is not as it was written. The message names the damaged part. */
export class ArchiveDamaged extends Error {
  override name = 'ArchiveDamaged'
}

/** The archive, or the place to restore it to, does not allow what was asked. Nothing was changed. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}
