import { type Check, describeFaults } from '@nightdesk/contracts'

/** Prints the results of checks, and makes the command exit with 1 when something is wrong. */
export function printChecks<Name extends string>(
  checks: (Omit<Check, 'name'> & { name: Name })[],
  titles: Record<Name, string>,
  asJson = false,
): void {
  const lines = checks.map((check) => `${markOf(check)} ${titles[check.name]}: ${textOf(check)}`)
  const report = [...lines, '', `${checks.length} checks. ${describeFaults(checks)}.`].join('\n')
  console.log(asJson ? JSON.stringify(checks, null, 2) : report)
  if (!checks.every(({ is_fine }) => is_fine)) process.exitCode = 1
}

type Result = Omit<Check, 'name'>

const textOf = ({ detail, advice }: Result) => (advice === null ? detail : `${detail}\n    ${advice}`)

function markOf({ is_fine, advice }: Result): string {
  if (!is_fine) return '✗'
  return advice === null ? '✓' : '!'
}
