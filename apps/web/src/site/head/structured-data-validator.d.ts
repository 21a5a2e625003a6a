/** The package has no types of its own. */
declare module '@adobe/structured-data-validator' {
  interface Extracted {
    jsonld: Record<string, object[]>
    microdata: Record<string, object[]>
    rdfa: Record<string, object[]>
  }

  /** Without the vocabulary of schema.org, checks what Google asks of the types it knows. */
  // biome-ignore lint/style/noDefaultExport: it has this one
  export default class Validator {
    validate(extracted: Extracted): Promise<{ issueMessage: string; severity: string }[]>
  }
}
