import type { RestoreReport } from '@nightdesk/backup'
import { secretFingerprint } from '@nightdesk/db'

/** Whether the restored site signs with the key of before, when that is a setting; null when there is nothing to say. */
export function describeSigningKey(
  { manifest, secrets }: Pick<RestoreReport, 'manifest' | 'secrets'>,
  { JWT_SECRET }: { JWT_SECRET?: string | undefined },
): string | null {
  const { jwt: fingerprint } = manifest.secrets
  if (!fingerprint) return null
  if (JWT_SECRET) {
    const value = Buffer.from(JWT_SECRET).toString('base64')
    return secretFingerprint('jwt', value) === fingerprint ? SAME : OTHER
  }
  return manifest.lacks_signing_key && !secrets.includes('jwt') ? MISSING : null
}

const SAME = 'JWT_SECRET is that of the site in the backup'
const OTHER =
  'JWT_SECRET is not that of the site in the backup: authenticator apps have to be set up again, unless you set that one'
const MISSING =
  'it was a setting, JWT_SECRET, and is not in the backup. Set it before you start the site, or authenticator apps have to be set up again'
