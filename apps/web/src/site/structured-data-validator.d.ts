/** The package has no types of its own. */
declare module '@adobe/structured-data-validator' {
  interface Extracted {
    jsonld: Record<string, object[]>
    microdata: Record<string, object[]>
    rdfa: Record<string, object[]>
  }

  /** Without the schema.org vocabulary, it checks only the requirements of Google for the types it knows. */
  // biome-ignore lint/style/noDefaultExport: the package exports its class so
  export default class Validator {
    validate(extracted: Extracted): Promise<{ issueMessage: string; severity: string }[]>
  }
}
