const PREFIX = 'data-pasted-'
/** An element that, like `style`, holds plain text and is not shown. */
const SHEET = 'noframes'

const TAG = /<\/?[a-z](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*/gi
const SHEET_TAG = /^(<\/?)style(?![\w-])/i
const ATTRIBUTES = /\s(style|on[a-z]+)(?=\s*=)/gi

/**
 * HTML whose styles and event handlers have another name. Under a policy without inline ones a browser reports
 * each that it parses, even in a document that it never shows: for a few megabytes from an office program that
 * takes ten seconds and more.
 */
export const setAsideStyles = (html: string): string =>
  html.replace(TAG, (tag) => tag.replace(SHEET_TAG, `$1${SHEET}`).replace(ATTRIBUTES, ` ${PREFIX}$1`))

/** The style attribute of an element, set aside or not. */
export const styleAttribute = (element: Element): string =>
  element.getAttribute('style') ?? element.getAttribute(`${PREFIX}style`) ?? ''

/** Whether an element is a style sheet, set aside or not. */
export const isStyleSheet = (tag: string): boolean => tag === 'style' || tag === SHEET
