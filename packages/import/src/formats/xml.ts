import { SaxesParser } from 'saxes'
import { oneLine } from '../archive/fields.ts'
import { SourceError, TOO_DEEP } from '../model.ts'

/** An element of XML. Names are without their prefix. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** The text directly within it. */
  text: string
}

/** Real files have some tens. */
export const MAX_LEVELS = 500

/** Reads a small XML file. Entities are not expanded, and faults are passed over. */
export function readXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', () => {})
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_LEVELS) throw new SourceError(TOO_DEEP)
    const element = { name: local(name), attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (open.length > 1) open.pop()
  })
  parser.write(xml.replaceAll('\0', '')).close()
  return root
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** All elements below one, and itself, in the order of the file. */
export function everyElement(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  const open = [root]
  for (let at = open.pop(); at; at = open.pop()) {
    found.push(at)
    for (const child of at.children.toReversed()) open.push(child)
  }
  return found
}

export const elementsNamed = (root: XmlElement, name: string): XmlElement[] =>
  everyElement(root).filter((element) => element.name === name)

/** The text of the first element of a name. */
export const textNamed = (root: XmlElement, name: string): string =>
  oneLine(elementsNamed(root, name)[0]?.text ?? '')
