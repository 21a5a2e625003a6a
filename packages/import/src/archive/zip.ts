import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { type ImportLimits, SourceError } from '../model.ts'
import { type Archive, commonTop, decodeText, isLeftOut, readAll } from './archive.ts'

/** A zip file. Every entry is checked before any of them is read. */
export async function openZip(file: string, limits: ImportLimits): Promise<Archive> {
  const zip = await open(file)
  try {
    const { entries, links } = await listEntries(zip, limits)
    return archiveOf(zip, limits, entries, links)
  } catch (error) {
    zip.close()
    throw inWords(error)
  }
}

async function open(file: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(file, { lazyEntries: true, autoClose: false })
  } catch (error) {
    throw inWords(error)
  }
}

async function listEntries(zip: ZipFile, limits: ImportLimits) {
  const check = new ZipCheck(limits, zip.fileSize)
  const entries = new Map<string, Entry>()
  const links: string[] = []
  check.count(zip.entryCount)
  for await (const entry of zip.eachEntry()) {
    check.entry(entry)
    const path = entry.fileName.normalize()
    if (path.endsWith('/') || isLeftOut(path)) continue
    if (isLink(entry)) links.push(path)
    else entries.set(path, entry)
  }
  return { entries, links }
}

function archiveOf(
  zip: ZipFile,
  { textBytes }: ImportLimits,
  entries: ReadonlyMap<string, Entry>,
  links: readonly string[],
): Archive {
  const top = commonTop([...entries.keys()])
  const paths = [...entries.keys()].map((path) => path.slice(top.length)).sort()
  const stream = async (path: string): Promise<Readable> => {
    const entry = entries.get(top + path)
    if (!entry) throw new SourceError(`“${path}” is not in the archive.`)
    return await zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw inWords(error)
    })
  }
  return {
    paths,
    has: (path) => entries.has(top + path),
    links: links.map((path) => (path.startsWith(top) ? path.slice(top.length) : path)),
    stream,
    text: async (path, limit = textBytes) => {
      try {
        return decodeText(await readAll(await stream(path), limit, path))
      } catch (error) {
        throw inWords(error)
      }
    },
    close: async () => zip.close(),
  }
}

const FILE_TYPE = 0o170000
const LINK = 0o120000

/** The upper half of the attributes is the mode of Unix. */
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK

/** Errors of yauzl by the beginning of their messages, which are all it has to tell them apart. */
const SENTENCES: [start: RegExp, sentence: string][] = [
  [
    /^(?:absolute path|invalid relative path|invalid characters in fileName)/,
    'The archive has a file that would be written outside of it, so nothing of it is read.',
  ],
  [/^strong encryption|encrypted/, 'The archive has a password. Pack it again without one.'],
  [/^multi-disk/, 'The archive is one of several parts. Pack it again as a single file.'],
  [
    /^unsupported compression method/,
    'The archive is packed in a way that is not supported. Pack it again as a usual zip file.',
  ],
  [/^End of central directory/, 'The archive is damaged or incomplete. Download or pack it again.'],
]

/** The error as a sentence for people. Errors of the disk stay as they are. */
function inWords(error: unknown): unknown {
  if (error instanceof SourceError || !(error instanceof Error) || 'syscall' in error) return error
  const sentence = SENTENCES.find(([start]) => start.test(error.message))?.[1] ?? DAMAGED
  return new SourceError(sentence, { cause: error })
}

const DAMAGED = 'The archive is damaged or incomplete. Download or pack it again.'

/** Smaller entries may have any ratio: a page of blanks is no attack. */
const SMALL = 1024 ** 2

/** Adds up the entries of a zip file. yauzl refuses an entry that is larger than it says. */
class ZipCheck {
  readonly #limits: ImportLimits
  readonly #fileSize: number
  #packed = 0
  #unpacked = 0

  constructor(limits: ImportLimits, fileSize: number) {
    this.#limits = limits
    this.#fileSize = fileSize
  }

  count(entries: number): void {
    const { entries: most } = this.#limits
    if (entries > most)
      throw new SourceError(`The archive has more than ${most.toLocaleString('en-US')} files.`)
  }

  entry(entry: Entry): void {
    const { compressedSize, uncompressedSize, fileName } = entry
    this.#packed += compressedSize
    this.#unpacked += uncompressedSize
    if (entry.isEncrypted()) throw new SourceError('The archive has a password. Pack it again without one.')
    if (uncompressedSize > SMALL && uncompressedSize > compressedSize * this.#limits.ratio)
      throw new SourceError(`“${fileName}” in the archive unpacks to far more than its size. It is not read.`)
    if (this.#unpacked > this.#limits.unpackedBytes)
      throw new SourceError('The archive unpacks to far more than this server reads at once.')
    // Entries that share their bytes unpack to far more than the file holds.
    if (this.#packed > this.#fileSize)
      throw new SourceError('The archive has files that overlap. Pack it again.')
  }
}
