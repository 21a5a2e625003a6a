import type { ImportMimeTypeFunction } from '@lexical/clipboard'
import { $isCodeNode } from '@lexical/code-core'
import { $toggleLink } from '@lexical/link'
import { isSafeUrl } from '@nightdesk/contracts'
import {
  $findMatchingParent,
  $getEditor,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  type BaseSelection,
} from 'lexical'
import { looksLikeMarkdown } from '../../paste/looks-like-markdown.ts'
import { describePaste } from '../../paste/receipt-text.ts'
import { setAsideStyles } from '../../paste/set-aside-styles.ts'
import { blocksFromHtml, blocksFromText } from '../../paste.ts'
import { plainText } from '../../text.ts'
import { $insertBlocks } from './insert-blocks.ts'
import { readOwnClipboard } from './own-clipboard.ts'
import { $canHold, $showReceipt } from './show-receipt.ts'

// Each way in answers whether it took the paste; if not, the next type on the clipboard has its turn. None goes
// on to Lexical’s own reading of that type, so that everything pasted or dropped comes by one conversion.

/** What an editor of ours copied comes as it was. */
const $pasteOwn: ImportMimeTypeFunction = (json, selection) => {
  const blocks = readOwnClipboard(json, $getEditor()._config.namespace)
  if (!blocks || blocks.length === 0 || $isInCode(selection)) return false
  $select(selection)
  if ($canHold(blocks)) $insertBlocks(blocks)
  return true
}

const $pasteHtml: ImportMimeTypeFunction = (html, selection, _next, data) => {
  const { blocks, tables } = blocksFromHtml(parse(html))
  if (blocks.length === 0) return false
  const plain = data.getData('text/plain') || plainText(blocks)
  if ($isInCode(selection) || isUrl(plain)) return $pasteText(plain, selection, _next, data)
  $select(selection)
  if (!$canHold(blocks)) return true
  $insertBlocks(blocks)
  $showReceipt({ message: describePaste(blocks, tables), form: 'html', plain })
  return true
}

const $pasteText: ImportMimeTypeFunction = (text, selection) => {
  $select(selection)
  if ($isInCode(selection)) return $pasteCode(text)
  const url = text.trim()
  if (isUrl(url) && $isRangeSelection(selection) && selection.getTextContent().trim() !== '') {
    $toggleLink({ url, rel: null, target: null })
    return true
  }
  const { blocks } = blocksFromText(text)
  if (!$canHold(blocks)) return true
  // A single line goes on in the marks of the text around it.
  if (blocks.length === 1 && $isRangeSelection(selection)) selection.insertRawText(plainText(blocks))
  else $insertBlocks(blocks)
  if (looksLikeMarkdown(text)) {
    $showReceipt({ message: 'Pasted as plain text. It looks like Markdown.', form: 'plain', plain: text })
  }
  return true
}

function $pasteCode(text: string): boolean {
  const { blocks } = blocksFromText(text)
  if ($canHold(blocks)) $getSelection()?.insertRawText(text.replaceAll('\0', '').toWellFormed())
  return true
}

/** By type on the clipboard. */
export const $insertPasted = {
  'application/x-lexical-editor': $pasteOwn,
  'text/html': $pasteHtml,
  'text/plain': $pasteText,
  'text/uri-list': $pasteText,
} satisfies Record<string, ImportMimeTypeFunction>

const parse = (html: string) => new DOMParser().parseFromString(setAsideStyles(html), 'text/html')

/** A drop brings a selection of its own. */
function $select(selection: BaseSelection): void {
  if (selection !== $getSelection()) $setSelection(selection)
}

const $isInCode = (selection: BaseSelection) =>
  $isRangeSelection(selection) && $findMatchingParent(selection.anchor.getNode(), $isCodeNode) !== null

/** An address with its scheme and nothing else. */
const isUrl = (text: string) =>
  /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text.trim()) && isSafeUrl(text.trim())
