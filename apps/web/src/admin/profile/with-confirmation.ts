import type { changePassword } from '@nightdesk/contracts'

/** The form of the password endpoint asks twice. The second answer is compared and never sent. */
export function withConfirmation(schema: typeof changePassword) {
  return {
    safeParse(input: { new_password?: unknown; confirm_password?: unknown }) {
      const result = schema.safeParse(input)
      if (!result.success || input.new_password === input.confirm_password) return result
      const issues = [{ path: ['confirm_password'], message: 'Passwords do not match' }]
      return { success: false as const, error: { issues } }
    },
  }
}
