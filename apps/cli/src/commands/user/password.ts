import { randomBytes } from 'node:crypto'
import { password } from '@nightdesk/contracts'
import { hashPassword, requireGoodPassword } from '@nightdesk/db'
import type { Env } from '../../env.ts'
import { requireValid } from '../../require-valid.ts'

interface ChosenPassword {
  hash: string
  /** What to tell the operator, who knows a password they gave themselves. */
  notice: string[]
}

/** Characters; far beyond guessing. */
const GENERATED_LENGTH = 16

/** The given password, or a generated one, which is shown this once. @throws VALIDATION_FAILED when it is too weak */
export async function choosePassword(
  { PASSWORD_MIN_LENGTH }: Pick<Env, 'PASSWORD_MIN_LENGTH'>,
  username: string,
  given: string | undefined,
): Promise<ChosenPassword> {
  const generated = generatePassword({ PASSWORD_MIN_LENGTH })
  const chosen = requireValid(password, given ?? generated)
  requireGoodPassword({ password_min_length: PASSWORD_MIN_LENGTH }, username, chosen)
  return {
    hash: await hashPassword(chosen),
    notice: given === undefined ? [`Password: ${generated}`] : [],
  }
}

/** Every character of base64 stands for six bits. */
export function generatePassword({ PASSWORD_MIN_LENGTH }: Pick<Env, 'PASSWORD_MIN_LENGTH'>): string {
  const length = Math.max(GENERATED_LENGTH, PASSWORD_MIN_LENGTH)
  return randomBytes(length).toString('base64url').slice(0, length)
}
