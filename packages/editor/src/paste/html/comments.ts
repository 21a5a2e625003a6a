const COMMENT = /(?:^|[;\s])mso-element\s*:\s*comment(?:-list)?(?![\w-])/i
/** How Google Docs’ HTML marks a place that was commented on, and leads back to it from the comment. */
const DOCS_MARK = 'a[href^="#cmnt"][id^="cmnt_ref"]'
const DOCS_COMMENT = 'a[href^="#cmnt_ref"][id^="cmnt"]'
const CLASSES = /^(?:msocomanchor|msocomtxt|msocomoff|MsoCommentReference)$/i

/** Whether an element is what Word or Google Docs put beside a text for its comments, or one of these itself. */
export const isComment = (element: Element, style: string): boolean =>
  COMMENT.test(style) || [...element.classList].some((name) => CLASSES.test(name)) || isOfDocs(element)

/** How many comments an element that {@link isComment} stands for: their list holds each once. */
export const countComments = (element: Element): number =>
  element.querySelectorAll(`[id^="_com_"], .msocomtxt, ${DOCS_COMMENT}`).length

/** A mark, raised or not, or the box of a comment below the text, which begins with the way back. */
function isOfDocs(element: Element): boolean {
  const tag = element.localName
  if (tag === 'a') return element.matches(DOCS_MARK)
  const [first] = element.children
  if (tag === 'sup') return element.children.length === 1 && first?.matches(DOCS_MARK) === true
  return tag === 'div' && first?.firstElementChild?.matches(DOCS_COMMENT) === true
}
