import { readFile } from 'node:fs/promises'
import { RelaxNGValidator, XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

xmlRegisterFsInputProviders()

/** @throws what XML, or the RELAX NG grammar of that file, says against a text */
export async function expectValid(grammar: URL, xml: string): Promise<void> {
  using rules = XmlDocument.fromString(await readFile(grammar, 'utf8'))
  using validator = RelaxNGValidator.fromDoc(rules)
  using document = XmlDocument.fromString(xml)
  validator.validate(document)
}

/** @throws what XML, or the XML Schema of the file of each namespace, says against a text */
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
