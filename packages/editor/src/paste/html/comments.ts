const COMMENT = /(?:^|[;\s])mso-element\s*:\s*comment(?:-list)?(?![\w-])/i
/** In the HTML of Google Docs: the link from commented text to its comment, and the link back. */
const DOCS_MARK = 'a[href^="#cmnt"][id^="cmnt_ref"]'
const DOCS_COMMENT = 'a[href^="#cmnt_ref"][id^="cmnt"]'
const CLASSES = /^(?:msocomanchor|msocomtxt|msocomoff|MsoCommentReference)$/i

/** Whether an element is a comment of Word or Google Docs, or a reference to one. */
export const isComment = (element: Element, style: string): boolean =>
  COMMENT.test(style) || [...element.classList].some((name) => CLASSES.test(name)) || isOfDocs(element)

/** The number of comments in an element that {@link isComment}; references are not counted. */
export const countComments = (element: Element): number =>
  element.querySelectorAll(`[id^="_com_"], .msocomtxt, ${DOCS_COMMENT}`).length

/** A reference, in superscript or not, or the box of a comment below the text, which begins with the link back. */
function isOfDocs(element: Element): boolean {
  const tag = element.localName
  if (tag === 'a') return element.matches(DOCS_MARK)
  const [first] = element.children
  if (tag === 'sup') return element.children.length === 1 && first?.matches(DOCS_MARK) === true
  return tag === 'div' && first?.firstElementChild?.matches(DOCS_COMMENT) === true
}
