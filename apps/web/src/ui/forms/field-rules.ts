import type { Schema } from './form.tsx'

/**
 * A schema made of the contract's schema-free rules, because zod is larger than a screen's code.
 * @param rules each returns an error message, or undefined when the value is valid
 */
export function fieldRules<Name extends string>(
  rules: Record<Name, (value: string) => string | undefined>,
): Schema<Record<Name, string>> {
  return {
    safeParse(input) {
      const values = input as Record<Name, string> // the form has these fields
      const issues = (Object.keys(rules) as Name[]).flatMap((name) => {
        const message = rules[name](values[name])
        return message === undefined ? [] : [{ path: [name], message }]
      })
      return issues.length === 0 ? { success: true, data: values } : { success: false, error: { issues } }
    },
  }
}
