import { Readable } from 'node:stream'
import type { Connection, Submittable } from 'pg'

/** The first byte of a message, from "Message Formats" of the manual of Postgres since version 15. */
export const MESSAGE = { archive: 0x6e, manifest: 0x6d, data: 0x64, progress: 0x70 } as const

/** Messages of up to 32 KB that may wait. */
const WAITING = 32

interface CopyData {
  chunk: Buffer
}

/**
 * The answer to `BASE_BACKUP` on a replication connection, message by message. `pg-copy-streams` cannot read it: rows come before
 * the data.
 */
export class BaseBackupStream extends Readable implements Submittable {
  readonly #command: string
  #connection: Connection | undefined

  /** @param command of the replication protocol */
  constructor(command: string) {
    super({ objectMode: true, highWaterMark: WAITING })
    this.#command = command
  }

  submit(connection: Connection): void {
    this.#connection = connection
    connection.query(this.#command)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  handleCopyData({ chunk }: CopyData, connection: Connection): void {
    // The parser uses its memory again.
    if (!this.push(Buffer.from(chunk))) connection.stream.pause()
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  handleReadyForQuery(): void {
    this.push(null)
  }

  // Positions and tablespaces, which are in the manifest too.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
