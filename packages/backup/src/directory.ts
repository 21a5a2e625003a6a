import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '@nightdesk/storage'
import type { Manifest } from './manifest.ts'

/** Names that {@link archiveName} makes. */
export const ARCHIVE_NAME = /^nightdesk-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z\.tar$/

/** Sorts by time. */
export const archiveName = ({ created_at }: Pick<Manifest, 'created_at'>): string =>
  `nightdesk-${created_at.replaceAll(':', '')}.tar`

/** @returns the paths of all archives in a directory, the newest first; none when there is no directory */
export async function listArchives(directory: string): Promise<string[]> {
  const names = (await readdir(directory).catch(ignoreMissing)) ?? []
  return names
    .filter((name) => ARCHIVE_NAME.test(name))
    .sort()
    .reverse()
    .map((name) => join(directory, name))
}

/** Several sites may share a directory, so the names of unfinished files say whose they are. */
const prefixOf = (installation: string) => `.partial-${installation.slice(0, 8)}-`

export const partialName = (installation: string, unique: string): string => prefixOf(installation) + unique

/** Deletes what a killed backup of this site left. Only while this site makes no other backup. */
export async function removePartial(directory: string, installation: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name.startsWith(prefixOf(installation))) await rm(join(directory, name), { force: true })
}
