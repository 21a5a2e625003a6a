import { z } from 'zod'
import { endpoint, ofAdmins } from '../endpoint.ts'
import { count, id, instant, text } from '../fields.ts'
import { BACKUP_INTERVALS, CHECKS, type CheckName, MAX_EXPORTED_LINES, ROUTINE_JOBS } from '../rules/work.ts'
import { username } from './accounts.ts'

/** A worker is `running` while its heartbeat is under 45 s old by the database’s clock. */
const worker = z
  .object({
    name: z.string(),
    status: z.string(),
    last_heartbeat: instant.nullable(),
    error_message: z.string().nullable(),
  })
  .meta({ id: 'Worker' })
export type Worker = z.infer<typeof worker>

/** `retrying` waits after a failed run; `failed` has no attempts left; `lost` was running on a worker that died. */
const JOB_STATES = ['queued', 'running', 'retrying', 'done', 'failed', 'lost'] as const

const job = z.object({
  id,
  name: z.string(),
  state: z.enum(JOB_STATES),
  /** Runs that have begun. */
  attempts: z.int().min(0),
  queued_at: instant,
  /** Of the last run. */
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** Of the last run, in milliseconds; of a run in progress, so far. */
  duration: z.int().min(0).nullable(),
  worker: z.string().nullable(),
  /** The error of the last failed run, until a run succeeds. */
  error: z.string().nullable(),
})
export type Job = z.infer<typeof job>

/** The answer of a call that queues a job. */
const queued = { output: z.object({ job_id: z.string() }), reply: 'data', status: 202 } as const

export const workers = {
  status: endpoint('GET /admin/worker/status', {
    access: 'author',
    summary: 'Every worker process and how it is',
    output: z.array(worker),
    background: true,
  }),
  triggerAnalytics: endpoint('POST /admin/worker/trigger-analytics', {
    access: 'editor',
    summary: 'Queue the analytics summary; while one waits, the same job is returned',
    ...queued,
  }),
  jobs: endpoint('GET /admin/worker/jobs', {
    access: 'editor',
    summary: `Jobs under way and the last that ended, those under way first; but for runs of ${ROUTINE_JOBS.join(' and ')} that went well`,
    output: z.array(job),
    background: true,
  }),
  retry: endpoint('POST /admin/worker/jobs/:id/retry', {
    access: 'editor',
    summary: 'Run a job that has failed again, now and with all its attempts',
    ...queued,
  }),
}

const systemStatus = z.object({
  /** Epoch seconds. */
  timestamp: z.number(),
  s3: z.object({
    status: z.enum(['connected', 'error']),
    /** `local` on disk. */
    bucket: z.string(),
    message: z.string(),
    /** Why nothing is deleted from it, in a sentence, when something is wrong. */
    problem: z.string().optional(),
    bucket_stats: z
      .object({
        object_count: z.int(),
        total_size_formatted: z.string(),
        /** 0: no limit. */
        max_size_bytes: z.number(),
        max_size_formatted: z.string(),
        usage_percentage: z.number(),
      })
      .optional(),
  }),
  database: z.object({
    status: z.enum(['connected', 'error']),
    /** Never contains user, password or query. */
    url: z.string(),
    message: z.string(),
  }),
  /** Absent when the server cannot read the workers. */
  workers: z.object({ workers: z.array(worker) }).optional(),
})
export type SystemStatus = z.infer<typeof systemStatus>

/** Of the volume that holds the data, in bytes. */
export const diskSpace = z.object({ total: z.number(), available: z.number() })

const check = z.object({
  name: z.enum(Object.keys(CHECKS) as [CheckName, ...CheckName[]]), // Object.keys loses the names
  is_fine: z.boolean(),
  /** What was found, in a sentence. */
  detail: z.string(),
  /** What to do, in a sentence; null when there is nothing to do. */
  advice: z.string().nullable(),
})
export type Check = z.infer<typeof check>

export const system = {
  status: endpoint('GET /admin/system/status', {
    ...ofAdmins,
    summary: 'Storage, database and workers, checked now',
    output: systemStatus,
    background: true,
  }),
  checks: endpoint('GET /admin/system/checks', {
    ...ofAdmins,
    summary: 'What the site needs, each tried now',
    input: z.object({ scope: z.enum(['all', 'work']).default('all') }),
    output: z.array(check),
    background: true,
  }),
  diskSpace: endpoint('GET /admin/system/disk-space', {
    access: 'admin',
    summary: 'Size and free space of the volume that holds the data',
    output: diskSpace,
  }),
}

/** What a trial restore of a backup has found. The counts are null when it could not be restored at all. */
const backupProof = z.object({
  at: instant,
  seconds: z.number().min(0).nullable(),
  stories: count.nullable(),
  versions: count.nullable(),
  pictures: count.nullable(),
  /** What is wrong, in sentences; null when everything came back identical. */
  problem: z.string().nullable(),
})
export type BackupProof = z.infer<typeof backupProof>

const backup = z
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

const backupList = z.object({
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
    ...ofAdmins,
    needsPerson: true,
    summary: 'The backups of the site, with the verdicts of their trial restores',
    output: backupList,
    background: true,
  }),
  create: endpoint('POST /admin/backups', {
    access: 'admin',
    needsPerson: true,
    summary: 'Queue a backup; 409 while one is made or verified',
    ...queued,
  }),
  verify: endpoint('POST /admin/backups/:id/verify', {
    access: 'admin',
    needsPerson: true,
    summary: 'Queue a trial restore of a backup; 409 while one is made or verified',
    ...queued,
  }),
}

/** One line of the audit log: an action or a refusal. */
const auditLine = z
  .object({
    id,
    at: instant,
    /** Null without a signed-in user: a stranger, a worker, or the operator at the command line. */
    actor_id: id.nullable(),
    /** The current name of that account. */
    actor: z.string().nullable(),
    /** Such as `user.create`. */
    action: z.string(),
    /** Such as `user:7`. */
    target: z.string(),
    /** Null when it did not come over the network. */
    ip_prefix: z.string().nullable(),
    request_id: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditLine' })
export type AuditLine = z.infer<typeof auditLine>

const filter = z.object({
  action: text('Action', 100).optional(),
  actor_id: id.optional(),
  /** An e-mail address: failed attempts to sign in as this account. */
  account: username.optional(),
})
export type AuditFilter = z.infer<typeof filter>

export const audit = {
  list: endpoint('GET /admin/audit', {
    access: 'admin',
    needsPerson: true,
    summary: 'The audit log, newest first; `before` takes the `id` of the last line of the page before',
    input: filter.extend({
      before: id.optional(),
      limit: z.int().min(1).max(100).default(50),
    }),
    output: z.object({
      lines: z.array(auditLine),
      has_more: z.boolean(),
      /** Every action in the log. */
      actions: z.array(z.string()),
    }),
  }),
  export: endpoint('POST /admin/audit/export', {
    access: 'admin',
    needsPerson: true,
    summary: `The newest lines, ${MAX_EXPORTED_LINES} at most, to be kept elsewhere; leaves a line itself`,
    input: filter,
    output: z.object({ lines: z.array(auditLine), has_more: z.boolean() }),
  }),
}
