import { formatDateTime } from '../../../format.ts'

/** What goes out, and when. @param version the one it is frozen to; null for the newest */
export const describeSchedule = (at: string, version: number | null) =>
  `${version === null ? 'The newest save' : `Version ${version}`} goes out on ${formatDateTime(at)}.`
