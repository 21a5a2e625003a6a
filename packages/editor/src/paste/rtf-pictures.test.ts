import { expect, test } from 'vitest'
import { picturesInRtf } from './rtf-pictures.ts'

const PNG = '89504e470d0a1a0a'
const picture = (kind: string, hex: string) =>
  `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn abcdef}{\\sv 12}}}\\picscalex100\\pic${'w'}1\\${kind}\\bliptag-12 {\\*\\blipuid 00ff00ff}${hex}}}`

test('PNG and JPEG pictures are read in document order, without the digits of their metadata', () => {
  const rtf = `{\\rtf1\\ansi Before ${picture('pngblip', '89504e47\n0D0a1a0a')}{\\nonshppict{\\pict\\pngblip 00}}
    between \\{ ${picture('jpegblip', 'ffd8ff')} {\\pict\\wmetafile8 0102}}`
  const found = picturesInRtf(rtf).map(({ type, bytes }) => [type, Buffer.from(bytes).toString('hex')])
  expect(found).toEqual([
    ['image/png', PNG],
    ['image/jpeg', 'ffd8ff'],
  ])
})

test('the description of a picture is read with any encoding of its letters', () => {
  const described = (text: string) =>
    picture('pngblip', '89504e47').replace('{\\sv 12}', `{\\sv 12}}{\\sp{\\sn wzDescription}{\\sv ${text}}`)
  const rtf = `{\\rtf1 ${described("The lamp\\'e9\\u8217 ?s \\u9790 \\'3f")}${described('')}${picture('pngblip', '00')}}`
  expect(picturesInRtf(rtf).map(({ alt }) => alt)).toEqual(['The lampé’s ☾', '', ''])
})

test.each(['', '{\\pict', '{\\pict\\pngblip 8', '}{\\pict}}', '{\\pict\\pngblip zz{{{', '\\'])(
  'broken RTF does not throw: %s',
  (rtf) => expect(() => picturesInRtf(rtf)).not.toThrow(),
)
