import type { Readable } from 'node:stream'

/** The place that files are written to, one after the other. */
export interface ExportTarget {
  /** Returns when the content is read to its end. @param path with slashes, unique in the export */
  add(path: string, content: Readable): Promise<void>
  /** Returns when everything is on the disk. */
  finish(): Promise<void>
}
