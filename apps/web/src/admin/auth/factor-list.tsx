import type { Factors } from '@nightdesk/contracts'
import { formatDate, formatDateTime } from '../../format.ts'

/** Whether something opens an account besides its password. */
export const isOpenedElse = ({ passkeys, totp, keys }: Factors) =>
  passkeys.length > 0 || totp !== null || keys.length > 0

export const FactorList = ({ factors: { passkeys, totp, keys } }: { factors: Factors }) => (
  <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-2">
    {passkeys.map(({ id, name, created_at, last_used_at }) => (
      <li key={id} className="wrap-anywhere">
        {`Passkey “${name}”, added ${formatDate(created_at)}, ${describeUse(last_used_at)}`}
      </li>
    ))}
    {totp && <li>Authenticator app, set up on {formatDate(totp.created_at)}</li>}
    {keys.map(({ id, name, created_at, last_used_at }) => (
      <li key={id} className="wrap-anywhere">
        {`Key for scripts “${name}”, made ${formatDate(created_at)}, ${describeUse(last_used_at)}`}
      </li>
    ))}
  </ul>
)

/** "last used Nov 18, 2026, 2:05 PM" */
export const describeUse = (last_used_at: string | null) =>
  last_used_at ? `last used ${formatDateTime(last_used_at)}` : 'not used yet'
