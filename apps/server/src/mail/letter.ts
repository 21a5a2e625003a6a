/** A mail without sender and recipient. */
export interface Mail {
  subject: string
  text: string
  html: string
}

export interface Letter {
  subject: string
  greeting: string
  /** The subject of the letter, in a sentence or two. */
  message: string
  link: { label: string; url: string }
  /** The text below the link: how long it is valid, and who may ignore it. */
  note: string
}

/** A letter with one link, as plain text and as simple HTML with the same text. */
export function writeMail({ subject, greeting, message, link, note }: Letter): Mail {
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="max-width:34rem;font:16px/1.5 sans-serif">',
    `<p>${escapeHtml(greeting)}</p>`,
    `<p>${escapeHtml(message)}</p>`,
    `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`,
    `<p style="color:#63676e">${escapeHtml(note)}</p>`,
    '</body></html>',
  ]
  return {
    subject,
    text: `${[greeting, message, `${link.label}:\n${link.url}`, note].join('\n\n')}\n`,
    html: `${html.join('\n')}\n`,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
