import type { ImportMimeTypeFunction } from '@lexical/clipboard'
import { $isCodeNode } from '@lexical/code-core'
import { $isLinkNode, $toggleLink } from '@lexical/link'
import {
  type Block,
  type ElementNode,
  elementsOf,
  findUnstorable,
  IMAGE_FILENAME,
  isSafeImageUrl,
  isSafeUrl,
  isText,
} from '@nightdesk/contracts'
import {
  $getEditor,
  $getRoot,
  $getSelection,
  $getState,
  $isParagraphNode,
  $isRangeSelection,
  $onUpdate,
  $setSelection,
  $setState,
  type BaseSelection,
  HISTORIC_TAG,
  INSERT_PARAGRAPH_COMMAND,
  type LexicalEditor,
  PASTE_TAG,
} from 'lexical'
import type { LexicalJson } from '../../blocks/block.ts'
import { blocksOf } from '../../convert.ts'
import { isSceneBreakSign, sceneBreak } from '../../paste/assemble.ts'
import { renameStyles } from '../../paste/html-styles.ts'
import { type EdgeBlanks, toStorable } from '../../paste/lines.ts'
import { blocksFromHtml, blocksFromText, looksLikeMarkdown, sizeProblem } from '../../paste/paste.ts'
import { describePaste } from '../../paste/receipt.ts'
import { picturesInRtf } from '../../paste/rtf-pictures.ts'
import { plainText } from '../../text/text.ts'
import { $nodeAround } from '../block-text.ts'
import { $exportNode } from '../content.ts'
import { $imagesIn } from '../images/image-node.tsx'
import { parseHtml } from '../images/transferred-files.ts'
import { uploadQueueOf } from '../images/upload-queue.ts'
import { $createUploadingImageNode } from '../images/uploading-image-node.tsx'
import { isRecord, storedKeys } from '../nodes.ts'
import { type Paste, type PasteForm, showNotice } from '../notice.ts'
import { blocksOfMarkdown } from './markdown.ts'
import { $pasteBlocks } from './paste-blocks.ts'

// Each function returns whether it has handled the paste; if not, the next type on the clipboard is tried. None falls back
// to Lexical’s own import, so that everything that is pasted or dropped takes the same conversion.

/** Content that was copied from this editor is inserted unchanged. */
const $pasteOwn: ImportMimeTypeFunction = (json, selection) => {
  const blocks = readOwnClipboard(json, $getEditor()._config.namespace)
  $select(selection)
  if (!blocks || blocks.length === 0 || $nodeAround($isCodeNode)) return false
  if ($canHold(blocks)) $pasteBlocks(blocks)
  return true
}

const $pasteHtml: ImportMimeTypeFunction = (html, selection, _next, data) => {
  const { blocks: found, losses, blanks } = blocksFromHtml(parse(html))
  if (found.length === 0) return false
  const { blocks, files } = withPictures(found, data.getData('text/rtf'))
  const plain = data.getData('text/plain') || plainText(blocks)
  const isAsText = isUrl(plain) || (data.getData('text/plain') !== '' && isLoneSign(blocks))
  $select(selection)
  if ($nodeAround($isCodeNode) || isAsText) return $pasteText(plain, selection, _next, data)
  if (!$canHold(blocks)) return true
  if (!isPlainLine(blocks) || !$isWithinMarks()) $pasteBlocks(blocks, blanks)
  else $insertLine(inLine(plainText(blocks), blanks))
  $uploadPictures(files)
  $showPasted(
    describePaste(blocks, losses),
    plain,
    looksLikeMarkdown(plain) ? ['plain', 'markdown'] : ['plain'],
  )
  return true
}

const $pasteText: ImportMimeTypeFunction = (pasted, selection) => {
  $select(selection)
  if ($nodeAround($isCodeNode)) return $pasteCode(pasted)
  const text = toStorable(pasted)
  const url = text.trim()
  if (isUrl(url) && $isRangeSelection(selection) && selection.getTextContent().trim() !== '') {
    $toggleLink({ url, rel: null, target: null })
    return true
  }
  const { blocks, blanks } = blocksFromText(text)
  if (!$canHold(blocks)) return true
  // A blank is text, and so is a line end, which splits the paragraph.
  if (blocks.length === 0 && text.includes('\n'))
    $getEditor().dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined)
  else if (blocks.length === 0) $insertLine(text)
  else if (isLoneSign(blocks) && $isOnEmptyLine()) $pasteBlocks([sceneBreak()])
  else if (
    blocks.length === 1 &&
    (isPlainLine(blocks) ? $isRangeSelection(selection) : $nodeAround($isLinkNode))
  )
    $insertLine(lineOf(text))
  else $pasteBlocks(blocks, blanks)
  if (looksLikeMarkdown(text))
    $showPasted('Pasted as plain text. It looks like Markdown.', text, ['markdown'])
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
  if ($isRangeSelection(selection)) selection.insertText(line)
}

/** The first line of a text that is not blank. */
const lineOf = (text: string) => text.split('\n').find((line) => line.trim() !== '') ?? ''

const inLine = (text: string, { before, after }: EdgeBlanks) =>
  `${before ? ' ' : ''}${text}${after ? ' ' : ''}`

function $pasteCode(text: string): boolean {
  const { blocks } = blocksFromText(text)
  if ($canHold(blocks)) $getSelection()?.insertRawText(text.replaceAll('\0', '').toWellFormed())
  return true
}

function $isOnEmptyLine(): boolean {
  return $nodeAround($isParagraphNode)?.isEmpty() === true
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

/** Whether the selection, or the text at the caret, has a mark. */
function $isWithinMarks(): boolean {
  const selection = $getSelection()
  return $isRangeSelection(selection) && selection.format !== 0
}

/** Whether a text is nothing but a URL with its scheme. */
const isUrl = (text: string) =>
  /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text.trim()) && isSafeUrl(text.trim())

/**
 * The blocks that this editor put on the clipboard. Any page can write the same type, so URLs are validated again;
 * undefined if the JSON does not have the form that this editor writes.
 */
export function readOwnClipboard(json: string, namespace: string): Block[] | undefined {
  const payload = parseJson(json)
  const nodes = isRecord(payload) && payload.namespace === namespace ? payload.nodes : undefined
  // First what is without recursion, which limits the depth for the others.
  if (!Array.isArray(nodes) || findUnstorable(nodes) || !nodes.every(isNode)) return undefined
  const blocks = blocksOf(nodes)
  elementsOf(blocks).forEach(dropUnsafeUrls)
  return blocks
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const isNode = (value: unknown): value is LexicalJson =>
  isRecord(value) &&
  typeof value.type === 'string' &&
  (value.children === undefined || (Array.isArray(value.children) && value.children.every(isNode)))

/** A URL or filename that may not be stored is dropped. An image has at least one of the two, and the other may be absent. */
function dropUnsafeUrls(element: ElementNode): void {
  const { type, url, filename } = element
  if (type === 'link' && !(typeof url === 'string' && isSafeUrl(url))) element.url = ''
  if (type !== 'image') return
  const hasFile = typeof filename === 'string' && IMAGE_FILENAME.test(filename)
  if (!hasFile) delete element.filename
  const isUsable = url === undefined ? hasFile : typeof url === 'string' && isSafeImageUrl(url)
  if (!isUsable) element.url = ''
}

/** A temporary key, within one update, with the index of the file of an image block. */
const MARK = 'pasted_picture'

/**
 * Matches images of HTML that have no URL which a page can open with the pictures of the RTF on the same clipboard. They
 * are matched by order, so only if there are equally many. The descriptions of the pictures are used, too.
 * @returns the blocks, in which images with a file have the temporary key, and the files
 */
function withPictures(blocks: Block[], rtf: string): { blocks: Block[]; files: File[] } {
  const wanted = elementsOf(blocks).filter(isAddressless).length
  const isTopLevel = blocks.filter(isAddressless).length === wanted
  const pictures = wanted > 0 && isTopLevel && rtf !== '' ? picturesInRtf(rtf) : []
  if (wanted === 0 || pictures.length !== wanted) return { blocks, files: [] }
  let next = 0
  const marked = blocks.map((block) => {
    if (!isAddressless(block)) return block
    const { url: _, ...image } = block
    const alt = image.alt ?? pictures[next]?.alt
    return { ...image, ...(alt && { alt }), [MARK]: next++ }
  })
  return { blocks: marked, files: pictures.map(toFile) }
}

const toFile = ({ type, bytes }: { type: string; bytes: Uint8Array<ArrayBuffer> }, index: number) =>
  new File([bytes], `picture-${index + 1}.${type === 'image/png' ? 'png' : 'jpg'}`, { type })

/** Replaces the inserted images that have a file by uploads. */
function $uploadPictures(files: readonly File[]): void {
  if (files.length === 0) return
  const queue = uploadQueueOf($getEditor())
  for (const node of $imagesIn()) {
    const { [MARK]: mark, ...keys } = $getState(node, storedKeys) ?? {}
    const file = typeof mark === 'number' ? files[mark] : undefined
    if (!file) continue
    // In a footnote, images are within the line, and uploads are not.
    const [upload] = node.isInline() ? [] : queue.add([file])
    if (upload) node.replace($createUploadingImageNode(upload.id, keys))
    else if (node.isInline()) $setState(node, storedKeys, { ...keys, url: '' })
    else node.remove()
  }
}

const isAddressless = ({ type, url }: ElementNode) => type === 'image' && url === ''

/** Replaces a paste by another form of it, as one step of undo. */
export function pasteAs(editor: LexicalEditor, form: PasteForm, { before, plain }: Paste): void {
  const { blocks, blanks } = blocksFromText(plain)
  const pasted = form === 'plain' ? blocks : blocksOfMarkdown(plain)
  // Records the paste in history first, so that undo restores it.
  editor.setEditorState(before, { tag: HISTORIC_TAG })
  editor.update(
    () => {
      $pasteBlocks(pasted, blanks)
      if (form === 'markdown') $showPasted('Pasted as Markdown.', plain, ['plain'])
      else $showPasted('Pasted as plain text.', plain, looksLikeMarkdown(plain) ? ['markdown'] : [])
    },
    { tag: PASTE_TAG },
  )
}

/** Tells what a paste became, after the current update. */
function $showPasted(message: string, plain: string, forms: readonly PasteForm[]): void {
  const editor = $getEditor()
  const before = editor.getEditorState()
  $onUpdate(() => showNotice(editor, { message, paste: { before, plain, forms } }))
}

/** Whether the text with the blocks is within the limits of content. If not, a notice says so. */
function $canHold(blocks: readonly Block[]): boolean {
  const editor = $getEditor()
  const problem = sizeProblem([...$blocksLeft(), ...blocks])
  const message = `Nothing was pasted. ${problem}, and the clipboard still has it.`
  if (problem) $onUpdate(() => showNotice(editor, { message }))
  return problem === undefined
}

/** The blocks that a paste leaves: a part of those at the ends of the selection may stay. A drag has already taken its own away. */
function $blocksLeft(): Block[] {
  const nodes = $getSelection()?.getNodes() ?? []
  const selected = new Set(nodes.map((node) => node.getTopLevelElement()?.getKey()))
  const replaced = new Set([...selected].slice(1, -1))
  const left = $getRoot()
    .getChildren()
    .filter((block) => !replaced.has(block.getKey()))
  return blocksOf(left.map($exportNode))
}
