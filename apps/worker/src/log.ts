import { logOptions } from '@nightdesk/config'
import { type DestinationStream, type Logger, pino } from 'pino'

/** JSON lines on stdout. */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)): Logger =>
  pino(logOptions('worker', level), destination)
