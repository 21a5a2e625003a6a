import { z } from 'zod'

/** Every background job and its payload. The worker provides one function per row. */
export const jobs = {
  /** Computes the analytics summary. Hourly, and when asked for. */
  'analytics-summary': z.object({ requested_by: z.int().nullish() }),
  /** Counts a day (`YYYY-MM-DD`) anew from its raw views and compares; by default the day before. Daily. */
  'rebuild-views': z.object({ day: z.iso.date('Day must be a date such as 2026-11-18').optional() }),
  /** Prepares the coming months of raw views, drops those past their retention, and ages visitors. Daily. */
  'view-months': z.object({}),
  /** Publishes one article whose time has come. Queued for that time with its schedule. */
  'publish-scheduled': z.object({ article_id: z.int() }),
  /** Publishes every article whose time has come, whatever became of its job. Every minute. */
  'publish-missed': z.object({}),
  /** Notes which workers are alive and forgets those long gone. Every minute. */
  'worker-health': z.object({}),
  /** Deletes what has expired: sessions, one-time and preview links, rate limits. Hourly. */
  'purge-expired': z.object({}),
  /** Deletes for good the articles that have been in the trash for 30 days. Daily. */
  'purge-trash': z.object({}),
  /** Checks the chain of the audit log, and deletes lines past their time. Daily. */
  'audit-log': z.object({}),
  /** Makes smaller copies of a picture, for smaller screens. After every upload. */
  'make-variants': z.object({ image_id: z.int() }),
  /** Copies an image of another site into the storage. When a writer asks for it. */
  'copy-image': z.object({ copy_id: z.int() }),
  /** Compares the store with what is known of it, and deletes what nothing names any more. Daily. */
  'reconcile-storage': z.object({}),
}
export type JobName = keyof typeof jobs
export type JobPayload<Name extends JobName> = z.infer<(typeof jobs)[Name]>
