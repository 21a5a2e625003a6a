import { group } from '../command-line/group.ts'
import { rebuild } from './analytics/rebuild.ts'
import { restoreMonth } from './analytics/restore-month.ts'
import { run } from './analytics/run.ts'

export const analytics = group('analytics', 'Count views anew, and read archived ones back')
  .addCommand(run)
  .addCommand(rebuild)
  .addCommand(restoreMonth)
