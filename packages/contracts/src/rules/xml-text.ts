/** Control characters except tab and line ends, half surrogate pairs, and two noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them
const ILLEGAL = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Cs}/gu

/** Removes characters that XML 1.0 cannot hold, not even escaped (https://www.w3.org/TR/xml/#charsets). */
export const legalInXml = (text: string): string => text.replace(ILLEGAL, '')
