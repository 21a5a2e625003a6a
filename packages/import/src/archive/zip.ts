import { isUtf8 } from 'node:buffer'
import { createReadStream, read } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import yauzl, { type Entry, RandomAccessReader, type ZipFile } from 'yauzl'
import { type ImportLimits, SourceError } from '../model.ts'
import { type Archive, archiveOf, commonTop, isLeftOut } from './archive.ts'

/** A zip file. Every entry is checked before any of them is read. */
export async function openZip(file: string, limits: ImportLimits): Promise<Archive> {
  const handle = await open(file)
  const { size } = await handle.stat()
  const reader = new FileReader(file, handle)
  const options = { lazyEntries: true, autoClose: false }
  const zip = await yauzl.fromRandomAccessReaderPromise(reader, size, options).catch(async (error) => {
    await handle.close()
    return refuse(error)
  })
  const { entries, links } = await listEntries(zip, limits).catch((error) => {
    zip.close()
    return refuse(error)
  })
  const top = commonTop([...entries.keys()])
  return archiveOf(
    {
      files: new Map([...entries].map(([path, entry]) => [path.slice(top.length), entry])),
      links: links.map((path) => (path.startsWith(top) ? path.slice(top.length) : path)),
      open: async (entry) => Readable.from(readEntry(zip, entry), { objectMode: false }),
      close: async () => zip.close(),
    },
    limits,
  )
}

/**
 * Unlike yauzl’s own, it does not end the process when an entry is left before its end. Each stream opens the file anew, as it
 * closes what it has read from when it is left.
 */
class FileReader extends RandomAccessReader {
  readonly #file: string
  readonly #handle: FileHandle

  constructor(file: string, handle: FileHandle) {
    super()
    this.#file = file
    this.#handle = handle
  }

  override read(...[buffer, offset, length, position, callback]: Parameters<RandomAccessReader['read']>) {
    read(this.#handle.fd, buffer, offset, length, position, callback)
  }

  override _readStreamForRange(start: number, end: number) {
    return createReadStream(this.#file, { start, end: end - 1 })
  }

  override close(callback: (error: Error | null) => void) {
    this.#handle.close().then(() => callback(null), callback)
  }
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    refuse(error)
  }
}

/** Smaller entries, and smaller archives, may have any ratio: a page of blanks is no attack. */
const SMALL = 1024 ** 2
/** Bytes of UTF-8. The longest paths of Linux and macOS, nearly, and what an index of Postgres can hold. */
const MAX_NAME = 1_000

/** Lists the files, and refuses what unpacks to too much. yauzl refuses an entry that is larger than it says. */
async function listEntries(zip: ZipFile, limits: ImportLimits) {
  const entries = new Map<string, Entry>()
  const links: string[] = []
  const sums = { packed: 0, unpacked: 0, directory: 0 }
  if (zip.entryCount > limits.entries)
    throw new SourceError(`The archive has more than ${limits.entries.toLocaleString('en-US')} files.`)
  for await (const entry of zip.eachEntry()) {
    entry.fileName = nameOf(entry)
    sums.packed += entry.compressedSize
    sums.unpacked += entry.uncompressedSize
    sums.directory += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    const problem = entryProblem(entry, limits) ?? sumProblem(sums, zip, limits)
    if (problem !== undefined) throw new SourceError(problem)
    const path = entry.fileName
    if (path.endsWith('/') || isLeftOut(path)) continue
    if (isLink(entry)) links.push(path)
    else entries.set(path, entry)
  }
  if (isBomb(sums.packed, sums.unpacked, limits))
    throw new SourceError('The files in the archive unpack to far more than its size. It is not read.')
  return { entries, links }
}

/** The bit by which an archive says that a name is in UTF-8. */
const SAYS_UTF8 = 0x800

/** macOS writes names in UTF-8 without saying so. The checks of yauzl are of characters that other encodings share. */
const nameOf = ({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string =>
  isUtf8(fileNameRaw)
    ? yauzl.getFileNameLowLevel(generalPurposeBitFlag | SAYS_UTF8, fileNameRaw, extraFields, false)
    : fileName

const isBomb = (packed: number, unpacked: number, { ratio }: ImportLimits) =>
  unpacked > SMALL && unpacked > packed * ratio

function entryProblem(entry: Entry, limits: ImportLimits): string | undefined {
  const { compressedSize, uncompressedSize, fileName } = entry
  if (entry.isEncrypted()) return HAS_PASSWORD
  if (entry.fileNameLength > MAX_NAME)
    return `The archive has a name of more than ${MAX_NAME.toLocaleString('en-US')} bytes: “${fileName.slice(0, 60)}…”. Shorten it, and pack the files again.`
  if (isBomb(compressedSize, uncompressedSize, limits))
    return `“${fileName}” in the archive unpacks to far more than its size. It is not read.`
  return undefined
}

/** Of the entries so far. */
function sumProblem(
  { packed, unpacked, directory }: Record<'packed' | 'unpacked' | 'directory', number>,
  { fileSize }: ZipFile,
  limits: ImportLimits,
): string | undefined {
  if (directory > limits.directoryBytes)
    return 'The list of files in the archive is too long to be read. Split it into smaller archives.'
  if (unpacked > limits.unpackedBytes)
    return 'The archive unpacks to far more than this server reads at once.'
  // Entries that share their bytes unpack to far more than the file holds.
  if (packed > fileSize) return 'The archive has files that overlap. Pack it again.'
  return undefined
}

const FILE_TYPE = 0o170000
const LINK = 0o120000

/** The upper half of the attributes is the mode of Unix. */
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK

const HAS_PASSWORD = 'The archive has a password. Pack it again without one.'
const DAMAGED = 'The archive is damaged or incomplete. Download or pack it again.'

/** Errors of yauzl by the beginning of their messages, which are all it has to tell them apart. */
const SENTENCES: [start: RegExp, sentence: string][] = [
  [
    /^(?:absolute path|invalid relative path|invalid characters in fileName)/,
    'The archive has a file that would be written outside of it, so nothing of it is read.',
  ],
  [/^strong encryption|encrypted/, HAS_PASSWORD],
  [/^multi-disk/, 'The archive is one of several parts. Pack it again as a single file.'],
  [
    /^unsupported compression method/,
    'The archive is packed in a way that is not supported. Pack it again as a usual zip file.',
  ],
]

/** Throws the error as a sentence for people. Errors of the disk stay as they are. */
function refuse(error: unknown): never {
  if (error instanceof SourceError || !(error instanceof Error) || 'syscall' in error) throw error
  const sentence = SENTENCES.find(([start]) => start.test(error.message))?.[1] ?? DAMAGED
  throw new SourceError(sentence, { cause: error })
}
