import { constants } from 'node:zlib'

/** A tar of the data directory of Postgres, compressed. */
export const CONTENT_FILE = 'base.tar.zst'
export const MANIFEST_FILE = 'backup_manifest'

/** What Postgres says of a base backup, from "Backup Manifest Format" of its manual. */
export interface BackupManifest {
  Files: { Path?: string; Size: number; Checksum: string }[]
  'WAL-Ranges': { Timeline: number; 'Start-LSN': string; 'End-LSN': string }[]
}

/** A damaged byte then fails the decompression. */
export const WITH_CHECKSUM = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
