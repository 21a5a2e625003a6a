import { randomBytes } from 'node:crypto'
import { Option } from '@commander-js/extra-typings'
import { password, type User } from '@nightdesk/contracts'
import { hashPassword, requireGoodPassword } from '@nightdesk/db'
import { askPassword } from '../../ask-password.ts'
import type { Env } from '../../env.ts'
import { requireValid } from '../../require-valid.ts'

interface ChosenPassword {
  hash: string
  /** Lines for the operator: the generated password, or none when they typed it themselves. */
  notice: string[]
}

type Settings = Pick<Env, 'PASSWORD_MIN_LENGTH' | 'SITE_NAME' | 'SITE_URL'>

/** Characters of base64: 96 bits. */
const GENERATED_LENGTH = 16

/** The option of every command that sets a password. */
export const askOption = new Option(
  '--ask-password',
  'Ask for the password, or read it from a pipe, instead of generating one that is shown once',
)

/** Generates a password that is shown once, or asks for one. @throws VALIDATION_FAILED when that is too weak */
export async function choosePassword(
  settings: Settings,
  owner: Pick<User, 'username' | 'full_name'>,
  isAsked = false,
): Promise<ChosenPassword> {
  if (isAsked) return { hash: await hashPassword(await askGoodPassword(settings, owner)), notice: [] }
  const generated = generatePassword(settings)
  return { hash: await hashPassword(generated), notice: [`Password: ${generated}`] }
}

async function askGoodPassword(
  { PASSWORD_MIN_LENGTH, SITE_NAME, SITE_URL }: Settings,
  owner: Pick<User, 'username' | 'full_name'>,
) {
  const asked = requireValid(password, await askPassword())
  const site = { name: SITE_NAME, url: SITE_URL }
  await requireGoodPassword({ password_min_length: PASSWORD_MIN_LENGTH, site }, owner, asked)
  return asked
}

export function generatePassword({ PASSWORD_MIN_LENGTH }: Pick<Env, 'PASSWORD_MIN_LENGTH'>): string {
  const length = Math.max(GENERATED_LENGTH, PASSWORD_MIN_LENGTH)
  return randomBytes(length).toString('base64url').slice(0, length)
}
