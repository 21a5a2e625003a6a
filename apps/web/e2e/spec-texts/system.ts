import type { SystemStatus, Worker } from '@nightdesk/contracts'

type S3 = SystemStatus['s3']
type BucketStats = NonNullable<S3['bucket_stats']>

/** The report of a worker, named after its status. */
export const worker = (status: string, error_message: string | null = null): Worker => ({
  name: `worker ${status}`,
  status,
  last_heartbeat: '2026-11-18T14:05:00.000Z',
  error_message,
})

/** A store of 10 GB that is 15 % full, with some values changed. */
export const bucket = (stats: Partial<BucketStats> = {}): S3 => ({
  status: 'connected',
  bucket: 'magazine',
  message: 'The bucket answers.',
  bucket_stats: {
    object_count: 1234,
    total_size_formatted: '1.50 GB',
    max_size_bytes: 10 * 1024 ** 3,
    max_size_formatted: '10.00 GB',
    usage_percentage: 15,
    ...stats,
  },
})

/** A healthy system without workers, with some values changed. */
export const status = ({
  s3 = bucket(),
  workers = [],
}: {
  s3?: S3
  workers?: Worker[]
} = {}): SystemStatus => ({
  timestamp: Date.UTC(2026, 10, 18, 14, 5) / 1000,
  s3,
  database: {
    status: 'connected',
    url: 'postgresql://db.example.org/nightdesk',
    message: 'The database answers.',
  },
  workers: { workers },
})
