import { z } from 'zod'
import { LANGUAGE } from './rules/text.ts'

/** Every background job and its payload. The worker provides one function per row. */
export const jobs = {
  /** Computes the analytics summary. Hourly, and on request. */
  'analytics-summary': z.object({ requested_by: z.int().nullish() }),
  /** Recounts a day (`YYYY-MM-DD`) from its raw views and compares; by default yesterday. Daily. */
  'rebuild-views': z.object({ day: z.iso.date('Day must be a date such as 2026-11-18').optional() }),
  /** Creates tables for the coming months of raw views, drops months past their retention, and ages visitors. Daily. */
  'view-months': z.object({}),
  /** Publishes one scheduled article. Queued for its time when the schedule is set. */
  'publish-scheduled': z.object({ article_id: z.int() }),
  /** Publishes every overdue article, in case its job was lost. Every minute. */
  'publish-missed': z.object({}),
  /** Records which workers are alive and deletes those long gone. Every minute. */
  'worker-health': z.object({}),
  /** Deletes expired sessions, one-time and preview links, files of exports, and rate limits. Hourly. */
  'purge-expired': z.object({}),
  /** Deletes articles for good that have been in the trash for 30 days. Daily. */
  'purge-trash': z.object({}),
  /** Verifies the chain of the audit log, and deletes lines past their retention. Daily. */
  'audit-log': z.object({}),
  /** Makes smaller copies of a picture. After every upload. */
  'make-variants': z.object({ image_id: z.int() }),
  /** Copies an image of another site into the storage. When a writer requests it. */
  'copy-image': z.object({ copy_id: z.int() }),
  /** Lists the items of an uploaded export of another product. After the upload. */
  'read-import': z.object({ import_id: z.int() }),
  /** Brings in the items of an uploaded export. When an admin starts the import. */
  'run-import': z.object({ import_id: z.int() }),
  /** Deletes what an import made. On request. */
  'undo-import': z.object({ import_id: z.int(), requested_by: z.int() }),
  /** Copies the pictures of an imported item from the old site. After the item was imported. */
  'import-pictures': z.object({ item_id: z.int() }),
  /**
   * Finds out what is at the links of published articles: hourly, those not checked for a week. On request, at those of one
   * article, and of what `user_id` has not saved of it yet.
   */
  'check-links': z.object({ article_id: z.int().optional(), user_id: z.int().optional() }),
  /** Makes the CDN drop answers with these tags. After changes of public pages, twice, and after a server has started. */
  'purge-cdn': z.array(z.string()),
  /** Compares the storage with the database, and deletes objects that no row names. Daily. */
  'reconcile-storage': z.object({}),
  /** Writes all stories into a zip file, which an admin downloads. On request. */
  'export-site': z.object({
    export_id: z.int(),
    // Jobs that an earlier release queued have only the first two.
    site: z.object({
      name: z.string(),
      url: z.string(),
      language: z.string().default(LANGUAGE),
      timezone: z.string().default('UTC'),
      accent_light: z.string().nullable().default(null),
    }),
  }),
  /** Writes a backup of the site, and deletes those past their retention. As often as the settings say, and on request. */
  'back-up': z.object({ requested_by: z.int().nullish() }),
  /** Archives the WAL of the embedded Postgres, with a base backup every week. Every minute where the settings say so. */
  'archive-wal': z.object({}),
  /** Restores a backup on trial, and records what it found: by default the newest. Weekly, then with the archive of WAL; and on request. */
  'verify-backup': z.object({ backup_id: z.int().optional() }),
}
export type JobName = keyof typeof jobs
export type JobPayload<Name extends JobName> = z.infer<(typeof jobs)[Name]>
