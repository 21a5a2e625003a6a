/** Where {@link setAsideStyles} puts what a style attribute said. */
const ATTRIBUTE = 'data-pasted-style'
/** An element that, like `style`, holds plain text and is not shown. */
const ELEMENT = 'noframes'

const TAG = /<\/?[a-z](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*/gi

/**
 * HTML whose styles have another name. Under a policy without inline styles a browser reports each one that it
 * parses, even where it shows nothing: for a few megabytes from an office program that takes ten seconds and more.
 */
export const setAsideStyles = (html: string): string =>
  html.replace(TAG, (tag) =>
    tag
      .replace(/^<\/?style(?![\w-])/i, (start) => start.replace(/style/i, ELEMENT))
      .replace(/\sstyle(?=\s*=)/gi, ` ${ATTRIBUTE}`),
  )

/** The style attribute of an element, set aside or not. */
export const styleAttribute = (element: Element): string =>
  element.getAttribute('style') ?? element.getAttribute(ATTRIBUTE) ?? ''

/** Whether an element is a style sheet, set aside or not. */
export const isStyleSheet = (tag: string): boolean => tag === 'style' || tag === ELEMENT
