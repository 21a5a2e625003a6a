import { readFile } from 'node:fs/promises'
import { RelaxNGValidator, XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

xmlRegisterFsInputProviders()

/** @throws the errors of a text against XML, or against the RELAX NG grammar in a file */
export async function expectValid(grammar: URL, xml: string): Promise<void> {
  using rules = XmlDocument.fromString(await readFile(grammar, 'utf8'))
  using validator = RelaxNGValidator.fromDoc(rules)
  using document = XmlDocument.fromString(xml)
  validator.validate(document)
}

/** @throws the errors of a text against XML, or against the XML Schema files of its namespaces */
export function expectValidXsd(schemas: Record<string, URL>, xml: string): void {
  const imports = Object.entries(schemas).map(
    ([namespace, { href }]) => `<import namespace="${namespace}" schemaLocation="${href}"/>`,
  )
  const all = `<schema xmlns="http://www.w3.org/2001/XMLSchema">${imports.join('')}</schema>`
  using rules = XmlDocument.fromString(all)
  using validator = XsdValidator.fromDoc(rules)
  using document = XmlDocument.fromString(xml)
  validator.validate(document)
}
