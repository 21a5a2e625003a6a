/** In bytes: every header has this size, and every file is filled up to a multiple of it. */
export const BLOCK = 512

/** Positions of the fields of a header, from POSIX (`ustar`). */
const FIELDS = { mode: 100, uid: 108, gid: 116, size: 124, mtime: 136, checksum: 148, type: 156, magic: 257 }
/** The largest size in octal digits. */
const MAX_OCTAL = 0o77777777777

/**
 * The header of a file in a tar. It says nothing but its name and size, so a reader knows what each byte must be; and it can
 * be written after the file, whose size is not known before. The tar packages of npm want the size first.
 */
export function tarHeader(name: string, size: number): Buffer {
  // A longer name would need a second header.
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new TypeError(`A file of a backup cannot be named ${name}`)
  const header = Buffer.alloc(BLOCK)
  header.write(name)
  header.write('0000600\0', FIELDS.mode)
  header.write('0000000\0', FIELDS.uid)
  header.write('0000000\0', FIELDS.gid)
  writeSize(header, size)
  header.write('00000000000\0', FIELDS.mtime)
  header.write('        ', FIELDS.checksum)
  header.write('0', FIELDS.type)
  header.write('ustar\x0000', FIELDS.magic)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, FIELDS.checksum)
  return header
}

/** Sizes from 8 GiB on are binary, marked by the first bit, as GNU tar writes them. */
function writeSize(header: Buffer, size: number): void {
  if (size <= MAX_OCTAL) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, FIELDS.size)
    return
  }
  header[FIELDS.size] = 0x80
  header.writeUIntBE(size, FIELDS.size + 6, 6)
}
