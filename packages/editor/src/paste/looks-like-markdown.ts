/** Signs at the beginning of a line that are rarely anything but Markdown. */
const STRONG = /^(?:#{1,6} \S|`{3}|\s*(?:[-*+]|\d{1,3}[.)]) \[[ x]\] |> \S)/m
const WITHIN =
  /!?\[[^\][\n]{1,300}\]\((?:https?:|mailto:|\/|#)[^\s)]{1,2000}(?: "[^"\n]{0,300}")?\)|\*\*[^*\s][^*\n]{0,300}\*\*|`[^`\n]{1,300}`/
/** Two items: a single one may be a sentence with a dash or a number. */
const ITEMS = /^[^\S\n]{0,8}(?:[-*+]|\d{1,3}[.)]) \S.*\n(?:[^\S\n]*\n)?[^\S\n]{0,8}(?:[-*+]|\d{1,3}[.)]) \S/m

/** Characters that are tested. */
const SAMPLE = 20_000

/** Whether plain text is probably Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  const sample = text.slice(0, SAMPLE).replaceAll('\r\n', '\n')
  return STRONG.test(sample) || WITHIN.test(sample) || ITEMS.test(sample)
}
