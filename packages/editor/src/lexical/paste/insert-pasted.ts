import type { ImportMimeTypeFunction } from '@lexical/clipboard'
import { $isCodeNode } from '@lexical/code-core'
import { $isLinkNode, $toggleLink } from '@lexical/link'
import { type Block, isSafeUrl, isText, MARKS } from '@nightdesk/contracts'
import {
  $findMatchingParent,
  $getEditor,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  $setSelection,
  type BaseSelection,
} from 'lexical'
import { renameStyles } from '../../paste/html/hidden-elements.ts'
import type { EdgeBlanks } from '../../paste/line-writer.ts'
import { looksLikeMarkdown } from '../../paste/looks-like-markdown.ts'
import { blocksFromHtml, blocksFromText } from '../../paste/paste.ts'
import { describePaste } from '../../paste/receipt/receipt-text.ts'
import { isSceneBreakSign, sceneBreak } from '../../paste/scene-breaks.ts'
import { plainText } from '../../text/text.ts'
import { parseHtml } from '../parse-html.ts'
import { $insertBlocks } from './insert-blocks.ts'
import { readOwnClipboard } from './own-clipboard.ts'
import { $uploadPictures, withPictures } from './pasted-pictures.ts'
import { $canHold, $showReceipt } from './show-receipt.ts'

// Each function returns whether it has handled the paste; if not, the next type on the clipboard is tried. None falls back
// to Lexical’s own import, so that everything that is pasted or dropped takes the same conversion.

/** Content that was copied from this editor is inserted unchanged. */
const $pasteOwn: ImportMimeTypeFunction = (json, selection) => {
  const blocks = readOwnClipboard(json, $getEditor()._config.namespace)
  if (!blocks || blocks.length === 0 || $isInCode(selection)) return false
  $select(selection)
  if ($canHold(blocks)) $insertBlocks(blocks)
  return true
}

const $pasteHtml: ImportMimeTypeFunction = (html, selection, _next, data) => {
  const { blocks: found, losses, blanks } = blocksFromHtml(parse(html))
  if (found.length === 0) return false
  const { blocks, files } = withPictures(found, data.getData('text/rtf'))
  const plain = data.getData('text/plain') || plainText(blocks)
  const isAsText = isUrl(plain) || (data.getData('text/plain') !== '' && isLoneSign(blocks))
  if ($isInCode(selection) || isAsText) return $pasteText(plain, selection, _next, data)
  $select(selection)
  if (!$canHold(blocks)) return true
  if (!isPlainLine(blocks) || !$isWithinMarks()) $insertBlocks(blocks, blanks)
  else $insertLine(inLine(plainText(blocks), blanks))
  $uploadPictures(files)
  $showReceipt({ message: describePaste(blocks, losses), form: 'html', plain })
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
  const { blocks, blanks } = blocksFromText(text)
  if (!$canHold(blocks)) return true
  if (isLoneSign(blocks) && $isOnEmptyLine()) $insertBlocks([sceneBreak()])
  else if (isPlainLine(blocks) || (blocks.length === 1 && $isInLink(selection))) $insertLine(lineOf(text))
  else $insertBlocks(blocks, blanks)
  if (looksLikeMarkdown(text)) {
    $showReceipt({ message: 'Pasted as plain text. It looks like Markdown.', form: 'plain', plain: text })
  }
  return true
}

/** Whether blocks are a single line without marks and links, which takes the marks of the text around it. */
const isPlainLine = ([only, ...others]: readonly Block[]) =>
  only?.type === 'paragraph' &&
  others.length === 0 &&
  only.children.every((child) => isText(child) && Object.keys(child).length === 1)

const isLoneSign = (blocks: readonly Block[]) => blocks.length === 1 && isSceneBreakSign(plainText(blocks))

function $insertLine(line: string): void {
  const selection = $getSelection()
  const text = line.replaceAll('\0', '').toWellFormed()
  if ($isRangeSelection(selection)) selection.insertText(text)
  else selection?.insertRawText(text)
}

/** The first line of a text that is not blank. */
const lineOf = (text: string) => text.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? ''

const inLine = (text: string, { before, after }: EdgeBlanks) =>
  `${before ? ' ' : ''}${text}${after ? ' ' : ''}`

function $pasteCode(text: string): boolean {
  const { blocks } = blocksFromText(text)
  if ($canHold(blocks)) $getSelection()?.insertRawText(text.replaceAll('\0', '').toWellFormed())
  return true
}

function $isOnEmptyLine(): boolean {
  const selection = $getSelection()
  const block = $isRangeSelection(selection) ? selection.anchor.getNode() : null
  return $isParagraphNode(block) && block.isEmpty()
}

/** By MIME type. */
export const $insertPasted = {
  'application/x-lexical-editor': $pasteOwn,
  'text/html': $pasteHtml,
  'text/plain': $pasteText,
  'text/uri-list': $pasteText,
} satisfies Record<string, ImportMimeTypeFunction>

const parse = (html: string) => parseHtml(renameStyles(html))

/** A drop has its own selection. */
function $select(selection: BaseSelection): void {
  if (selection !== $getSelection()) $setSelection(selection)
}

const $isInCode = (selection: BaseSelection) =>
  $isRangeSelection(selection) && $findMatchingParent(selection.anchor.getNode(), $isCodeNode) !== null

const $isInLink = (selection: BaseSelection) =>
  $isRangeSelection(selection) && $findMatchingParent(selection.anchor.getNode(), $isLinkNode) !== null

/** Whether the selection, or the text at the caret, has a mark. */
function $isWithinMarks(): boolean {
  const selection = $getSelection()
  return $isRangeSelection(selection) && MARKS.some((mark) => selection.hasFormat(mark))
}

/** Whether a text is nothing but a URL with its scheme. */
const isUrl = (text: string) =>
  /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text.trim()) && isSafeUrl(text.trim())
