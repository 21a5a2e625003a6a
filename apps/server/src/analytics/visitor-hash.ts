import { createHmac, type KeyObject } from 'node:crypto'

/** The hash of a browser’s identifier that the server tells the database, which derives the stored ones from it. */
export const visitorHash = (key: KeyObject, sessionId: string): Buffer =>
  createHmac('sha256', key).update(sessionId).digest().subarray(0, 16)
