import { group } from '../command-line/group.ts'
import { claim } from './storage/claim.ts'
import { move } from './storage/move.ts'

export const storage = group('storage', 'Manage where uploaded files are kept')
  .addCommand(claim)
  .addCommand(move)
