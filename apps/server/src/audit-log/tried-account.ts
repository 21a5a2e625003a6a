import { createHmac } from 'node:crypto'
import type { Dependencies } from '../dependencies.ts'

/**
 * The keyed hash that the audit log stores for an account somebody tried to sign in as, whether it exists or not. A search
 * for an address finds its attempts, but the log reveals no addresses, nor passwords that were typed in their place.
 */
export const triedAccount = (
  { tried_account_key }: Pick<Dependencies, 'tried_account_key'>,
  username: string,
) => createHmac('sha256', tried_account_key).update(username.toLowerCase()).digest('base64url')
