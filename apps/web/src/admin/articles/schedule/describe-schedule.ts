import { formatDateTime } from '../../../format.ts'

/** @param version the one to publish; null for the newest at that time */
export const describeSchedule = (at: string, version: number | null) =>
  `${version === null ? 'The newest save' : `Version ${version}`} goes out on ${formatDateTime(at)}.`
