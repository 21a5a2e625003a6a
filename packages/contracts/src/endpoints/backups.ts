import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, nothing } from '../fields.ts'
import { BACKUP_INTERVALS } from '../rules/backup-intervals.ts'

const count = z.int().min(0)

/** What a trial restore of a backup has found. The counts are null when it could not be restored at all. */
export const backupProof = z.object({
  at: instant,
  seconds: z.number().min(0).nullable(),
  stories: count.nullable(),
  versions: count.nullable(),
  pictures: count.nullable(),
  /** What is wrong, in sentences; null when everything came back identical. */
  problem: z.string().nullable(),
})
export type BackupProof = z.infer<typeof backupProof>

export const backup = z
  .object({
    id,
    file: z.string(),
    /** The moment of its snapshot. */
    created_at: instant,
    bytes: z.int().min(1),
    /** Of all tables. */
    rows: count,
    /** Uploaded files. */
    objects: count,
    /** Which keys of the site it has, encrypted: the one that signs tokens may be a setting of the server. Null when unknown. */
    secrets: z.enum(['all', 'without signing key', 'none']).nullable(),
    /** Of the last verification; null before the first. */
    proof: backupProof.nullable(),
  })
  .meta({ id: 'Backup' })
export type Backup = z.infer<typeof backup>

export const backupList = z.object({
  interval: z.enum(BACKUP_INTERVALS),
  /** The directory, or the address of the bucket. */
  place: z.string(),
  /** What somebody has to do now, in a sentence; null when a recent backup was proved. */
  problem: z.string().nullable(),
  /** What could be better, in a sentence. */
  warning: z.string().nullable(),
  /** The newest first. */
  backups: z.array(backup),
})
export type BackupList = z.infer<typeof backupList>

export const backups = {
  list: endpoint('GET /admin/backups', {
    access: 'admin',
    summary: 'The backups of the site, with the verdicts of their trial restores',
    input: nothing,
    output: backupList,
    reply: 'data',
    background: true,
  }),
  create: endpoint('POST /admin/backups', {
    access: 'admin',
    summary: 'Queue a backup; 409 while one is made or verified',
    input: nothing,
    output: z.object({ job_id: z.string() }),
    reply: 'data',
    status: 202,
  }),
  verify: endpoint('POST /admin/backups/:id/verify', {
    access: 'admin',
    summary: 'Queue a trial restore of a backup; 409 while one is made or verified',
    input: z.object({ id }),
    output: z.object({ job_id: z.string() }),
    reply: 'data',
    status: 202,
  }),
}
