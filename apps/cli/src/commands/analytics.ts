import { group } from '../command-line/group.ts'
import { rebuild } from './analytics/rebuild.ts'
import { run } from './analytics/run.ts'

export const analytics = group('analytics', 'Count views anew').addCommand(run).addCommand(rebuild)
