import type { z } from 'zod'
import { ConfigurationError } from './exit-codes.ts'

type Environment = Record<string, string | undefined>

/** Settings that a program cannot run with. One line for each problem, which never contains the value. */
export class SettingsError extends ConfigurationError {
  override name = 'SettingsError'

  constructor(lines: string[]) {
    super(`The settings are not right:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
}

/**
 * Parses the environment. An empty value counts as unset.
 * @throws SettingsError that lists every problem at once
 */
export function readSettings<Schema extends z.ZodType>(schema: Schema, source: Environment): z.infer<Schema> {
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value !== '')
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => settingProblem(String(path[0]), message))
  throw new SettingsError([...new Set(lines)])
}

/** `PORT must be a number`. A message that is a whole sentence, as forms show it, follows a colon. */
export const settingProblem = (name: string, message: string): string =>
  /^\p{Lu}/u.test(message) ? `${name}: ${message}` : `${name} ${message}`
