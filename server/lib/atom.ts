/** Atom feeds (RFC 4287). We write them by hand, because they have few elements (docs/decisions/0021). */
import { escapeHtml } from '../../domain/lib/plain-text.ts'

export interface Feed {
  text: string
  modified: Date
}

/** The subject of a feed. Times are ISO 8601. */
interface Subject {
  /** Unique within this site, such as "person/1". */
  id: string
  title: string
  author: string
  path: string
  created_at: string
}

export interface Entry {
  /** Unique within this site, such as "item/1". */
  id: string
  title: string
  path: string
  published: string
  updated: string
  /** HTML. */
  content: string
}

/** The most entries of a feed. */
export const MOST_ENTRIES = 20

/** @param site the address of this site without a slash at its end; '' for relative addresses */
export function toAtom(
  { id, title, author, path, created_at }: Subject,
  entries: readonly Entry[],
  site: string
): Feed {
  const updated = [created_at, ...entries.map(entry => entry.updated)].toSorted().at(-1) ?? ''
  const page = address(site, path)
  // Our own pictures have addresses without the site, which `xml:base` adds.
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"${site && ` xml:base="${text(site)}/"`}>
  <id>${tagOf(site, id)}</id>
  <title>${text(title)}</title>
  <updated>${updated}</updated>
  <author><name>${text(author)}</name></author>
  <link rel="alternate" type="text/html" href="${page}"/>
  <link rel="self" type="application/atom+xml" href="${page}/feed.atom"/>
${entries.map(entry => toEntry(entry, site)).join('')}</feed>
`
  return { text: feed, modified: new Date(updated) }
}

function toEntry({ id, title, path, published, updated, content }: Entry, site: string): string {
  return `  <entry>
    <id>${tagOf(site, id)}</id>
    <title>${text(title)}</title>
    <published>${published}</published>
    <updated>${updated}</updated>
    <link rel="alternate" type="text/html" href="${address(site, path)}"/>
    <content type="html">${text(content)}</content>
  </entry>
`
}

/** An id that no other site uses (RFC 4151). The year says when the host was ours, and never changes. */
function tagOf(site: string, path: string): string {
  return `tag:${site ? new URL(site).hostname : 'localhost'},2026:${path}`
}

function address(site: string, path: string): string {
  return text(site + encodeURI(path))
}

/** XML allows only three control characters. */
function text(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return escapeHtml(value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
}
