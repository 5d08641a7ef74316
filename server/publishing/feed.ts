/**
 * The Atom feed of a person: their newest public items, each as lists show it. Without `APP_URL` addresses are relative,
 * since the Host header of a request can be made up.
 */
import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Item } from '../../domain/publishing/item.ts'
import { isName } from '../../domain/publishing/item.ts'
import type { Dependencies } from '../dependencies.ts'
import { listNewest } from './item-rows.ts'
import { findPerson, type PersonRow, toWirePerson } from './person-rows.ts'

const ENTRIES = 20

export async function loadFeed({ db, config }: Dependencies, username: string): Promise<string> {
  const person = isName(username) ? await findPerson(db, username) : null
  if (person?.username.toLowerCase() !== username.toLowerCase()) return refuse({ kind: 'notFound' })
  return toAtom(person, await listNewest(db, person.id, ENTRIES), config.appUrl ?? '')
}

function toAtom(person: PersonRow, items: Item[], site: string): string {
  const { path, title } = toWirePerson(person)
  const times = [person.created_at.toISOString(), ...items.map(({ updated_at }) => updated_at)]
  // The texts name our own pictures without the site, which `xml:base` gives.
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"${site && ` xml:base="${text(site)}/"`}>
  <id>urn:challenge-hut:person:${person.id}</id>
  <title>${text(title)}</title>
  <updated>${times.toSorted().at(-1)}</updated>
  <author><name>${text(title)}</name></author>
  <link rel="alternate" type="text/html" href="${text(site + path)}"/>
  <link rel="self" type="application/atom+xml" href="${text(`${site + path}/feed.atom`)}"/>
${items.map(item => toEntry(item, site)).join('')}</feed>
`
}

function toEntry(item: Item, site: string): string {
  return `  <entry>
    <id>urn:challenge-hut:item:${item.id}</id>
    <title>${text(item.title)}</title>
    <published>${item.created_at}</published>
    <updated>${item.updated_at}</updated>
    <link rel="alternate" type="text/html" href="${text(site + item.path)}"/>
    <content type="html">${text(item.content)}</content>
  </entry>
`
}

/** XML has no control characters but three. */
function text(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return escapeHtml(value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
}
