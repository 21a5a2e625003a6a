const COMMENT = /(?:^|[;\s])mso-element\s*:\s*comment(?:-list)?(?![\w-])/i
const CLASSES = /^(?:msocomanchor|msocomtxt|msocomoff|MsoCommentReference)$/i

/** Whether an element is what Word puts beside a text for its comments, or one of these itself. */
export const isComment = (element: Element, style: string): boolean =>
  COMMENT.test(style) || [...element.classList].some((name) => CLASSES.test(name))

/** How many comments an element that {@link isComment} stands for: their list holds each once. */
export const countComments = (element: Element): number =>
  element.querySelectorAll('[id^="_com_"], .msocomtxt').length
