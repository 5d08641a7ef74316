/** Composes the message of a mail from its words (domain/mail), as HTML and as plain text. */
import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { asciiPath } from '../../domain/lib/slug.ts'
import { wordsOf } from '../../domain/mail/mail.ts'
import type { MailWords } from '../../domain/mail/words.ts'
import type { Config } from '../lib/config.ts'
import { layout } from './layout.ts'
import type { ClaimedMail } from './mail-rows.ts'
import type { Message } from './message.ts'

type Settings = Pick<Config, 'hut' | 'appUrl' | 'port' | 'mailFrom'>

/** @param token of its link, if it has one */
export function composeMail(config: Settings, mail: ClaimedMail, token?: string): Message {
  const zone = mail.time_zone ?? config.hut.time_zone
  const words = wordsOf(mail.content, zone, token)
  const letter: Letter = {
    ...words,
    zone,
    appName: oneLine(config.hut.name),
    appUrl: config.appUrl ?? `http://localhost:${config.port}`,
    subject: oneLine(words.subject),
    greeting: mail.name === '' ? 'Hello,' : `Hello ${oneLine(mail.name)},`
  }
  return {
    id: mail.message_id,
    date: mail.created_at,
    from: { name: config.hut.name, ...config.mailFrom },
    to: mail.email,
    subject: letter.subject,
    text: textOf(letter),
    html: htmlOf(letter),
    ...(words.unsubscribe ? { unsubscribe: letter.appUrl + words.unsubscribe } : {})
  }
}

interface Letter extends MailWords {
  /** The time zone of its dates. */
  zone: string
  appName: string
  appUrl: string
  greeting: string
}

function textOf({
  zone,
  appName,
  appUrl,
  heading,
  greeting,
  paragraphs,
  list = [],
  facts,
  link,
  unsubscribe
}: Letter): string {
  const parts = [
    heading,
    greeting,
    ...paragraphs,
    list.map(({ text, path }) => `- ${oneLine(text)}\n  ${appUrl}${asciiPath(path)}`).join('\n'),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `${link.text}: ${appUrl}${asciiPath(link.path)}`,
    unsubscribe ? `Stop these emails: ${appUrl}${unsubscribe}` : '',
    `-- \n${appName}, ${appUrl}\nDates and times are in the time zone ${zone}.`
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function htmlOf({
  zone,
  appName,
  appUrl,
  subject,
  heading,
  greeting,
  paragraphs,
  list = [],
  facts,
  link,
  unsubscribe
}: Letter): string {
  const text = escapeHtml
  const lines = list.map(line => `<li><a href="${text(appUrl + asciiPath(line.path))}">${text(line.text)}</a></li>`)
  const terms = facts.map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`)
  return layout({
    title: text(subject),
    heading: text(heading),
    body: [
      ...[greeting, ...paragraphs].map(paragraph => `<p>${text(paragraph)}</p>`),
      lines.length > 0 ? `<ul>${lines.join('')}</ul>` : '',
      terms.length > 0 ? `<dl>${terms.join('')}</dl>` : '',
      `<p><a class="button" href="${text(appUrl + asciiPath(link.path))}">${text(link.text)}</a></p>`,
      unsubscribe ? `<p><a href="${text(appUrl + unsubscribe)}">Stop these emails</a></p>` : ''
    ].join('\n'),
    brand: text(appName),
    address: text(appUrl),
    zone: text(zone)
  })
}

/** Joins lines, so that a line break in a name or a title cannot begin a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
