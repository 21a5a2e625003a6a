/** Control characters but tab and line ends, halves of surrogate pairs, and two that are no characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ILLEGAL = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Cs}/gu

/** A text without what XML 1.0 cannot hold, not even escaped (https://www.w3.org/TR/xml/#charsets). */
export const legalInXml = (text: string): string => text.replace(ILLEGAL, '')
