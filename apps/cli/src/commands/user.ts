import { group } from '../command-line/group.ts'
import { create } from './user/create.ts'
import { disable } from './user/disable.ts'
import { list } from './user/list.ts'
import { resetPassword } from './user/reset-password.ts'
import { resetSecondFactor } from './user/reset-second-factor.ts'

export const user = group('user', 'Manage the accounts of the people who write')
  .addCommand(create)
  .addCommand(list)
  .addCommand(disable)
  .addCommand(resetPassword)
  .addCommand(resetSecondFactor)
