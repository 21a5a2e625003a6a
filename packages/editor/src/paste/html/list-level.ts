/** Where editors say at which level an item stands whose lists lie side by side; 0 is the outermost. */
const FROM_ZERO = ['data-stringify-indent', 'data-indent']
/** The same, counted from 1: Google Docs, Word on the web. */
const FROM_ONE = ['aria-level', 'data-aria-level']

/** The level an item names for itself, from 1; 0 if it names none. Read from Slack, Quill, Google Docs and Word. */
export function namedLevel(item: Element): number {
  for (const name of FROM_ONE) if (item.hasAttribute(name)) return count(item.getAttribute(name))
  for (const name of FROM_ZERO) if (item.hasAttribute(name)) return count(item.getAttribute(name)) + 1
  const indent = /(?:^|\s)ql-indent-(\d)(?:\s|$)/.exec(item.getAttribute('class') ?? '')
  return indent ? count(indent[1]) + 1 : 0
}

const count = (value: string | null | undefined) => (/^\d{1,2}$/.test(value ?? '') ? Number(value) : 0)
