import { CodeNode } from '@lexical/code-core'
import { buildEditorFromExtensions, defineExtension } from '@lexical/extension'
import { LinkNode } from '@lexical/link'
import { ListItemNode, ListNode } from '@lexical/list'
import {
  $convertFromMarkdownString,
  HIGHLIGHT,
  type TextMatchTransformer,
  TRANSFORMERS,
  type Transformer,
} from '@lexical/markdown'
import { HeadingNode, QuoteNode } from '@lexical/rich-text'
import { type Block, cutTo, isSafeImageUrl, MAX_IMAGE_TEXT } from '@nightdesk/contracts'
import { fromLexical } from '../../convert.ts'
import { normalize } from '../../normal-form.ts'
import { markSceneBreaks } from '../../paste/assemble.ts'
import { toStorable } from '../../paste/lines.ts'
import { withMarkdownFootnotes } from '../../paste/markdown-footnotes.ts'
import { isEmptyLine, SCENE_BREAK } from '../../stored-blocks.ts'
import { $createImageNode, ImageNode } from '../images/image-node.tsx'

/** Converts Markdown to blocks; text that is not Markdown stays as it is. */
export function blocksOfMarkdown(text: string): Block[] {
  return normalize(withMarkdownFootnotes(toStorable(text), convert))
}

/**
 * Code between fences, which is left as it is, an empty line of a quote, the number of an item, a line that is underlined, and
 * a rule.
 */
const UNKNOWN =
  /^(?<fence>`{3,}|~{3,})(?<code>[^`\n]*\n[\s\S]*?^)\k<fence>[ \t]*$|(?<=^>.*\n)>[ \t]*\n(?=>)|^(?<number>[ \t]*\d{1,9})\)(?=\s)|(?<![^\n]\n)^(?<title>(?![#>\s*+-])[^\n]*[^\s.!?…"”’])\n(?<line>=+|-{2,})[ \t]*$|^[ \t]*(?<rule>(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/gm

/**
 * As Lexical reads Markdown: it knows no fences of tildes, no headings that are underlined and no rules, shows the sign of an
 * empty line of a quote, and joins items such as “1)” with the lines around them.
 */
function toReadable(lines: string): string {
  return lines.replace(UNKNOWN, (found, ...rest) => {
    const {
      fence = '',
      code = '',
      number,
      title,
      line,
      rule,
    }: Record<string, string | undefined> = rest.at(-1)
    if (number !== undefined) return `${number}.`
    if (title !== undefined) return `${line?.startsWith('=') ? '#' : '##'} ${title}`
    // A thematic break, which in a story is a scene break.
    if (rule !== undefined) return `\n${SCENE_BREAK}\n`
    return fence.startsWith('~') && !code.includes('```') ? `\`\`\`${code}\`\`\`` : fence && found
  })
}

function convert(lines: string): Block[] {
  const editor = buildEditorFromExtensions(markdownExtension)
  editor.update(() => $convertFromMarkdownString(toReadable(lines), RULES, undefined, false, true), {
    discrete: true,
  })
  // What is left between two pictures is a blank.
  const blocks = fromLexical(editor.getEditorState().toJSON()).filter((block) => !isEmptyLine(block))
  return markSceneBreaks(blocks)
}

const markdownExtension = defineExtension({
  name: '@nightdesk/editor/markdown',
  nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, CodeNode, LinkNode, ImageNode],
  onError: (error) => {
    throw error
  },
})

const IMAGE: TextMatchTransformer = {
  dependencies: [ImageNode],
  importRegExp: /!\[([^\][]*)\]\(([^()\s]+)(?:\s+"([^"]*)")?\)/,
  regExp: /!\[([^\][]*)\]\(([^()\s]+)(?:\s+"([^"]*)")?\)$/,
  replace: (node, [, alt = '', url = '', title = '']) => {
    node.replace(
      $createImageNode({
        url: isSafeImageUrl(url) ? url : '',
        ...textKey('alt', alt),
        // Markdown has no captions, and browsers show a title to few readers.
        ...textKey('caption', title),
      }),
    )
  },
  trigger: ')',
  type: 'text-match',
}

const textKey = (key: 'alt' | 'caption', text: string) =>
  text.trim() !== '' && { [key]: cutTo(text.trim(), MAX_IMAGE_TEXT[key]) }

/**
 * Images come before links, because the rule for links would match within an image. Content has no highlighted text, so its
 * signs stay.
 */
const RULES: Transformer[] = [IMAGE, ...TRANSFORMERS.filter((rule) => rule !== HIGHLIGHT)]
