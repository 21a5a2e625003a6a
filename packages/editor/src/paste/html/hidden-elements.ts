const PREFIX = 'data-pasted-'
/** An element that, like `style`, holds plain text and is not displayed. */
const SHEET = 'noframes'

const TAG = /<\/?[a-z](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*/gi
const SHEET_TAG = /^(<\/?)style(?![\w-])/i
const ATTRIBUTES = /\s(style|on[a-z]+)(?=\s*=)/gi

/**
 * Renames the styles and event handlers of HTML. Under a Content-Security-Policy without inline ones, a browser reports
 * each one that it parses, even in a document that is never displayed: for a few megabytes from an office program that
 * takes more than ten seconds.
 */
export const renameStyles = (html: string): string =>
  html.replace(TAG, (tag) => tag.replace(SHEET_TAG, `$1${SHEET}`).replace(ATTRIBUTES, ` ${PREFIX}$1`))

/** The style attribute of an element, renamed or not. */
export const styleAttribute = (element: Element): string =>
  element.getAttribute('style') ?? element.getAttribute(`${PREFIX}style`) ?? ''

/** Whether an element is a style sheet, renamed or not. */
export const isStyleSheet = (tag: string): boolean => tag === 'style' || tag === SHEET
