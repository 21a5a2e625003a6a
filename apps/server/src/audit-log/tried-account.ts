import { createHmac } from 'node:crypto'
import type { Dependencies } from '../context.ts'

/**
 * What stands in the audit log for an account that somebody tried to sign in as, whether it exists or not: whoever
 * asks for an address finds its attempts, and nobody reads addresses, or passwords typed in their place, from the log.
 */
export const triedAccount = (
  { tried_account_key }: Pick<Dependencies, 'tried_account_key'>,
  username: string,
) => createHmac('sha256', tried_account_key).update(username.toLowerCase()).digest('base64url')
