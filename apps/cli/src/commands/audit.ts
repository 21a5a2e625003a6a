import { group } from '../command-line/group.ts'
import { exportLines } from './audit/export.ts'
import { verify } from './audit/verify.ts'

export const audit = group('audit', 'Check and keep the record of who changed what')
  .addCommand(verify)
  .addCommand(exportLines)
