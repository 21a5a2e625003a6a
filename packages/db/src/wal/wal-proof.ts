import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchivedCluster, ignoreMissing } from './wal-archive.ts'

/** What the last trial restore of an archive of WAL has found. */
export interface WalProof {
  format: 1
  /** By the clock of the worker. */
  at: string
  /** When the base backup was made. */
  base: string
  /** When the last change was made that came back; null without one since the base backup. */
  last_change: string | null
  stories: number
  versions: number
  seconds: number
  /** What is wrong, in sentences; null when everything came back. */
  problem: string | null
}

/** Beside the archive that it proves. */
export const WAL_PROOF_FILE = 'proof.json'

/** @returns null before the first trial restore */
export async function readWalProof({ path }: Pick<ArchivedCluster, 'path'>): Promise<WalProof | null> {
  const text = await readFile(join(path, WAL_PROOF_FILE), 'utf8').catch(ignoreMissing)
  return text === undefined ? null : JSON.parse(text)
}
