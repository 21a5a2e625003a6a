import type { Entry } from 'yauzl'
import type { ImportLimits } from '../model.ts'
import { SourceError } from '../source-error.ts'

/** Smaller entries may have any ratio: a page of blanks is no attack. */
const SMALL = 1024 ** 2

/** Adds up the entries of a zip file. yauzl refuses an entry that is larger than it says. */
export class ZipCheck {
  readonly #limits: ImportLimits
  readonly #fileSize: number
  #packed = 0
  #unpacked = 0

  constructor(limits: ImportLimits, fileSize: number) {
    this.#limits = limits
    this.#fileSize = fileSize
  }

  count(entries: number): void {
    const { entries: most } = this.#limits
    if (entries > most)
      throw new SourceError(`The archive has more than ${most.toLocaleString('en-US')} files.`)
  }

  entry(entry: Entry): void {
    const { compressedSize, uncompressedSize, fileName } = entry
    this.#packed += compressedSize
    this.#unpacked += uncompressedSize
    if (entry.isEncrypted()) throw new SourceError('The archive has a password. Pack it again without one.')
    if (uncompressedSize > SMALL && uncompressedSize > compressedSize * this.#limits.ratio)
      throw new SourceError(`“${fileName}” in the archive unpacks to far more than its size. It is not read.`)
    if (this.#unpacked > this.#limits.unpackedBytes)
      throw new SourceError('The archive unpacks to far more than this server reads at once.')
    // Entries that share their bytes unpack to far more than the file holds.
    if (this.#packed > this.#fileSize)
      throw new SourceError('The archive has files that overlap. Pack it again.')
  }
}
