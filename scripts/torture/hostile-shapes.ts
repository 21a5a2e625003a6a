import type { Random } from '../../apps/cli/src/demo/random.ts'
import { wxr, wxrItem, zip as zipOf } from '../../packages/import/src/testing.ts'

/** Parts of a text, each repeated as often: together they are nested, unclosed, or one of a kind beside another. */
export type Shape = readonly string[]

export interface HostileFormat {
  /** The name of its file. */
  file: string
  parts: readonly string[]
  /** Shapes that once took hours. */
  known?: readonly Shape[]
  /** A file with this text in it. */
  fileOf: (text: string) => Uint8Array
}

export const inShape = (shape: Shape, times: number): string =>
  shape.map((part) => part.repeat(times)).join('')

/** One to three parts of the format, and one to three pieces of each. */
export function randomShape({ parts }: HostileFormat, random: Random): Shape {
  const upTo = (max: number) => Array.from({ length: Math.floor(random(1, max + 1)) })
  return upTo(3).map(() =>
    upTo(3)
      .map(() => parts[Math.floor(random(0, parts.length))])
      .join(''),
  )
}

const HTML = [
  '<div>,</div>,<p>,</p>,<b>,<i id=x>,</b>,<span>,<font size=1>,<ul>,<ol>,<li>,</ul>,<dl>,<dt>a,<dd>,<blockquote>,<pre>,</pre>',
  '<table>,<tr>,<td>,<td>a</td>,<th>,<caption>,</table>,<select>,<option>,<button>,<form>,<template>,<h1>a,<h2>,<center>,<hr>,<br>',
  '<a href="#n1">1</a>,<a id=n1></a>,<a name=n1>,<a href=/a>a</a>,<a href=",<a>,</a>,<sup>,<sub>,<sup>1</sup>,<li id=n1>a <a href=#r1>↩</a>',
  '<figure>,<figcaption>a,</figure>,<img src=/a.png>,<img srcset="/a 1w, /b 2w">,<picture>,<noscript>,</noscript>,<video>,<audio src=/a>',
  '<svg>,<text>a,</svg>,<math>,<iframe src=/a></iframe>,<object>,<embed src=/a>,<script></script>,<style>,<title>,<textarea>,<p style=",<p class="',
  '<!--,-->,<![CDATA[,<,>,",\',&,&amp;,&#,a, ,\n,\n\n,\u00a0,!,1,.,https://a.example/,·,1. ,• ,ä,\u200b,_,-,=',
].flatMap((line) => line.split(/,(?! \/b)/))

const WORDPRESS = [
  '[caption]|[caption id="a"]<img src=/a.png>|[/caption]|[wp_caption]|[gallery]|[gallery ids="1,2"]|[playlist ids="1"]|[embed]|[/embed]|[fn]a[/fn]|[ref]|[/ref]',
  '[|[[|]|]]|[/|[a_b]|[a b="|[a=|<!-- wp:x {|<!-- wp:x |} /-->|<!-- wp:block {"ref":7} /-->|<!-- wp:paragraph -->|<!-- /wp:paragraph -->|<!--more-->|[video]|[audio src="',
].flatMap((line) => line.split('|'))

/**
 * Without marks of emphasis, links without an end and texts of footnotes: the parser of Markdown takes time that grows with the square of their number, and
 * the limit of time leaves such a text out.
 */
const MARKDOWN = [
  '`§``§```\n§~~~\n§\n§\n\n§# §- §1. §> §\t§    §a§ §!§[§]§)§[a]§![a](/a)§[a]: /a\n§[^a]§[^§^[§|§| a §|-|\n§---\n§===\n§\\§<§>§<b>§</b>',
  '{{< x >}}§{{< x§{{§}}§{% x %}§{% highlight x %}§{% endhighlight %}§{% raw %}§{%§%}§{:§{: .a}\n§{{ "§{{ site.url }}§https://a.example/§www.a.b§a@b.c§<!--§-->§&#§&amp;§import a from "b"\n§export §<A §```',
].flatMap((line) => line.split('§'))

const MATTER =
  'a: b\n|- a\n|a:|  |\n|\t|[|]|{|}|,|"|\'|&a |*a|!!|? |: |#|>\n|%|\n---\n|@|title: "|tags: [a]\n|=|[a]\n|[[a]]\n|a.b = 1\n|"""|a = "'.split(
    '|',
  )

const WORD = [
  '<w:p>,</w:p>,<w:r>,</w:r>,<w:t>,<w:t>a</w:t>,</w:t>,<w:dir ,<w:dir w:val="a">,</w:dir>,<w:fldSimple>,<w:customXml>,<w:del>,</w:del>,<w:moveTo>,<w:rPr>,<w:i/>,<w:b/>',
  '<w:tbl>,<w:tr>,<w:tc>,</w:tbl>,<m:oMath>,<w:footnoteReference w:id="2"/>,<w:commentReference w:id="1"/>,<w:hyperlink w:anchor="a">,<w:bookmarkStart w:name="a"/>,<w:pPr>,<w:numPr>',
  '<w:fldChar w:fldCharType="begin"/>,<w:instrText>HYPERLINK "a"</w:instrText>,<w:fldChar w:fldCharType="separate"/>,<w:fldChar w:fldCharType="end"/>,<mc:AlternateContent>,<mc:Fallback>,<w:sdt>,<w:br/>',
  '<,>,&amp;,&,a, ,\n,<!--,-->,<![CDATA[,]]>,<?,"',
].flatMap((line) => line.split(','))

const JSONS =
  '[|]|{|}|{"type":"paragraph","children":[{"text":"a"}]},|{"type":"list","children":[|{"type":"quote","children":[|"a"|,|:|\\u0000|"a":1,|{"text":"a","bold":true},|{"type":"image","url":"/a","children":[{"text":""}]},|]},|{"type":"link","url":"/a","children":[{"text":"a"}]},'.split(
    '|',
  )

const bytesOf = (text: string): Uint8Array => Buffer.from(text)

/** Stored, as what is doubled is the size of the file. */
const zip = (files: Readonly<Record<string, string>>) => zipOf(files, { level: 0 })

const ghost = (post: object) =>
  bytesOf(
    JSON.stringify({ db: [{ data: { posts: [{ uuid: 'a', title: 'A', status: 'draft', ...post }] } }] }),
  )

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (rows: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows}</Relationships>`

const docx = (body: string, comments = '') =>
  zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': relations(
      `<Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>`,
    ),
    'word/_rels/document.xml.rels': relations(
      `<Relationship Id="r2" Type="${OFFICE}/footnotes" Target="footnotes.xml"/>`,
    ),
    'word/footnotes.xml': `<w:footnotes ${W}><w:footnote w:id="2"><w:p><w:r><w:t>a</w:t></w:r></w:p></w:footnote></w:footnotes>`,
    'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
    ...(comments && { 'word/comments.xml': comments }),
  })

const PAGE = '<html xmlns:epub="http://www.idpf.org/2007/ops"><body>'

const epub = (text: string, contents = '<li><a href="a.xhtml">A</a></li>') =>
  zip({
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf': `<package><metadata><title>A</title></metadata><manifest>
      <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>
      </manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    'nav.xhtml': `<html><body><nav><ol>${contents}</ol></nav></body></html>`,
    'a.xhtml': `${PAGE}${text}</body></html>`,
    'b.xhtml': `${PAGE}<p id="n1">1 a <a href="a.xhtml#r1">b</a></p></body></html>`,
  })

const NOTES =
  '<a href="b.xhtml#n1">1</a>|<a id="r1" href="#n1">1</a>|<aside id="n1">1 <a href="#r1">b</a></aside>|<a epub:type="noteref" href="#n1">1</a>|<p id="n1">|<x/>|<x "|<a href="%"/>|<image xlink:href="a"/>'.split(
    '|',
  )
const CONTENTS =
  '<li>|</li>|<ol>|</ol>|<a href="a.xhtml">|<a href="b.xhtml#n1">a</a>|<span>|a|</a>|<|&|<nav>'.split('|')

const story = (matter: string, blocks: string) =>
  zip({
    'nightdesk.json': '{"format":1,"site":{"name":"A","url":"https://a.example"},"installation":"a"}',
    'stories/1-a/index.md': `---\nid: 1\ntitle: A\n${matter}\n---\nA`,
    'stories/1-a/blocks.json': blocks,
  })

/** Where a hostile text can be in the files of each format. */
export const HOSTILE_FORMATS: Readonly<Record<string, readonly HostileFormat[]>> = {
  wordpress: [
    {
      file: 'a.xml',
      parts: [...HTML, ...WORDPRESS],
      known: [
        ['[caption]'],
        ['[a_b]', '[a='],
        ['<!-- wp:x {'],
        ['[caption]', ' ', '[/caption]'],
        ['<p>', '<b>', '!'],
      ],
      fileOf: (text) => bytesOf(wxr([wxrItem(1, { 'content:encoded': text })])),
    },
    { file: 'a.xml', parts: HTML, fileOf: (text) => bytesOf(wxr([text])) },
  ],
  ghost: [
    {
      file: 'a.json',
      parts: [
        ...HTML,
        '<div class="kg-gallery-card">',
        '<div class="kg-callout-card">',
        '<div class="kg-bookmark-card">',
      ],
      known: [
        ['<div class="kg-callout-card"><a href=/a>a</a><embed src=/a>', '<svg><img srcset="/a 1w, /b 2w">'],
      ],
      fileOf: (html) => ghost({ html }),
    },
    { file: 'a.json', parts: JSONS, fileOf: (text) => ghost({ lexical: `{"root":{"children":[${text}]}}` }) },
  ],
  markdown: [
    {
      file: 'a.md',
      parts: [...MARKDOWN, ...HTML.slice(0, 30)],
      known: [
        ['a{{< a', ' ', '}'],
        ['a{{<', 'a'.repeat(100)],
        ['a{% a', ' ', '}'],
        ['a{{ "a" | prepend:', ' '.repeat(100)],
        ['a{% highlight', ' '],
        ['a{{< highlight', ' '],
        ['a{:.'],
        ['# ', ' ', 'a'],
        ['a]b\n', 'https://a.example/a '],
        ['a![^1]'],
        ['a\n===\n'],
        ['^[{:', '<b><ul>&#', 'https://a.example/'],
        ['```'],
        [' ``<pre>', '^[[a]'],
        ['a b\n'],
        ['<font size=1><dl><!--'],
      ],
      fileOf: bytesOf,
    },
    { file: 'a.md', parts: MATTER, fileOf: (text) => bytesOf(`---\n${text}\n---\nA`) },
    { file: 'a.md', parts: MATTER, fileOf: (text) => bytesOf(`+++\n${text}\n+++\nA`) },
    {
      file: 'a.md',
      parts: '2021|-05|0:00|T|Z|+|-|.| |a|('.split('|'),
      known: [['0:00']],
      fileOf: (text) => bytesOf(`---\ndate: 2021 ${text}\n---\nA`),
    },
  ],
  substack: [
    {
      file: 'a.zip',
      parts: HTML,
      known: [['<div>'], ['<svg>', '<text>a'], ['<a href="#n1">', '!'], ['<p><b>'], ['<table>', 'a']],
      fileOf: (html) => zip({ 'posts.csv': 'post_id,title\n1.a,A\n', 'posts/1.a.html': html }),
    },
    {
      file: 'a.zip',
      parts: ['"', ',', '\n', 'a', '1.a,"', '""'],
      fileOf: (csv) => zip({ 'posts.csv': `post_id,title\n${csv}` }),
    },
  ],
  medium: [
    {
      file: 'a.zip',
      parts: [...HTML, '<p class="graf--title">', '<a class="p-tag">a</a>'],
      known: [['<a href="#n1">1</a> <li>', '<a name=n1>']],
      fileOf: (html) => zip({ 'posts/a-1.html': `<html><body><section class="e-content">${html}` }),
    },
  ],
  docx: [
    {
      file: 'a.docx',
      parts: WORD,
      known: [['<w:dir '], ['<w:del><m:oMath>'], ['<w:p>', '</w:p>']],
      fileOf: (body) => docx(body),
    },
    { file: 'a.docx', parts: WORD, fileOf: (text) => docx('<w:p/>', text) },
  ],
  epub: [
    {
      file: 'a.epub',
      parts: [...HTML, ...NOTES, ...NOTES],
      known: [
        ['<p>a<a href="#n1">1</a></p>'],
        ['<a href="b.xhtml#n1">1</a>'],
        ['<a id=n1></a>', '<a href="#n1">1</a>'],
      ],
      fileOf: (text) => epub(text),
    },
    { file: 'a.epub', parts: CONTENTS, fileOf: (text) => epub('<p>a</p>', text) },
  ],
  nightdesk: [
    { file: 'a.zip', parts: JSONS, fileOf: (text) => story('', `[${text}]`) },
    {
      file: 'a.zip',
      parts: MATTER,
      known: [['? '], ['? [a]\n']],
      fileOf: (text) => story(text, '[{"type":"paragraph","children":[{"text":"a"}]}]'),
    },
  ],
}
