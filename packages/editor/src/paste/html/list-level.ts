/** Attributes with the level of an item, for editors that do not nest lists; 0 is the outermost. */
const FROM_ZERO = ['data-stringify-indent', 'data-indent']
/** As above, but 1 is the outermost: Google Docs, Word on the web. */
const FROM_ONE = ['aria-level', 'data-aria-level']

/** The level that an item of Slack, Quill, Google Docs or Word declares, from 1; 0 if it declares none. */
export function namedLevel(item: Element): number {
  for (const name of FROM_ONE) if (item.hasAttribute(name)) return count(item.getAttribute(name))
  for (const name of FROM_ZERO) if (item.hasAttribute(name)) return count(item.getAttribute(name)) + 1
  const indent = /(?:^|\s)ql-indent-(\d)(?:\s|$)/.exec(item.getAttribute('class') ?? '')
  return indent ? count(indent[1]) + 1 : 0
}

const count = (value: string | null | undefined) => (/^\d{1,2}$/.test(value ?? '') ? Number(value) : 0)
