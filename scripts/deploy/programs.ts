import { spawnSync } from 'node:child_process'

/** Why these programs cannot be run here, as the name of a skipped test; null when they can. CONTRIBUTING names them. */
export function missingPrograms(packages: Record<string, string>): string | null {
  const missing = Object.entries(packages).filter(([program]) => spawnSync(program, ['--version']).error)
  if (missing.length === 0) return null
  const names = missing.map(([program]) => program).join(' and ')
  return `Not installed: ${names} (apt-get install ${missing.map(([, name]) => name).join(' ')})`
}
