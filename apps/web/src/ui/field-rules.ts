import type { Schema } from './form.tsx'

/**
 * Checks named fields by rules of the contract that need no schema: the library of schemas weighs more than a screen.
 * @param rules what is wrong with a value, in a sentence; undefined when nothing is
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
