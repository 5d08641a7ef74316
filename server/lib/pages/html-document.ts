/** The HTML of a page: the built shell, with its head, its data and, for visitors, what it shows first. */
import type { Embedded } from '../../../domain/app.ts'
import type { Head } from '../../../domain/lib/page.ts'
import { escapeHtml } from '../../../domain/lib/plain-text.ts'
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../../domain/previews/preview.ts'
import type { Config } from '../config.ts'
import { version } from '../version.ts'

/** What a loader found, or why it refused. */
export interface Found {
  head: Head
  /** The path of the page by which search engines are to know it; absent where they are to leave it out. */
  canonical?: string
  serverData: Embedded['serverData']
  status: number
}

/** What is the same for everybody. */
export function settings(config: Config): Omit<Embedded['config'], 'csrf_token' | 'server_time'> {
  return {
    app_name: config.appName,
    app_version: version,
    app_url: config.appUrl ?? '',
    per_page: config.perPage,
    is_free: config.payments === 'off',
    contact: config.contact,
    socket_url: '/socket'
  }
}

/** @param rendered what the page shows first; empty where the browser makes it */
export function htmlDocument(shell: string, head: string, embedded: Embedded, rendered = ''): string {
  // `<` would let a text in the data end the script element.
  const text = JSON.stringify(embedded).replaceAll('<', '\\u003c')
  return (rendered ? withLateScripts(shell) : shell)
    .replace('<!--head-->', () => head)
    .replace('<!--embedded-->', () => `<script type="application/json" id="embedded">${text}</script>`)
    .replace('<!--root-->', () => rendered)
}

const SCRIPTS = /<script type="module".*?<\/script>|<link rel="modulepreload".*?>/g

/**
 * What is rendered needs its styles and fonts alone to be seen, and on a slow line scripts would hold them up: they wait in
 * a template until the page has been painted (client/public/theme.js).
 */
function withLateScripts(shell: string): string {
  const scripts = shell.match(SCRIPTS) ?? []
  return shell.replace(SCRIPTS, '').replace('</head>', `<template id="scripts">${scripts.join('')}</template></head>`)
}

export function headTags({ head, canonical }: Found, config: Embedded['config']): string {
  const title = `${head.title} · ${config.app_name}`
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="csrf-token" content="${escapeHtml(config.csrf_token)}">`,
    `<meta property="og:site_name" content="${escapeHtml(config.app_name)}">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:type" content="${head.article ? 'article' : 'website'}">`
  ]
  // Only by `APP_URL`: the Host header of a request can be made up.
  const absolute = (path: string): string => escapeHtml(config.app_url + path)
  if (canonical === undefined) tags.push('<meta name="robots" content="noindex">')
  else if (config.app_url) {
    const address = absolute(inAscii(canonical))
    tags.push(`<link rel="canonical" href="${address}">`)
    tags.push(`<meta property="og:url" content="${address}">`)
  }
  if (config.app_url && head.image) {
    tags.push(`<meta property="og:image" content="${absolute(head.image)}">`)
    if (/\/preview\.png\?/.test(head.image)) {
      tags.push(`<meta property="og:image:width" content="${PREVIEW_WIDTH}">`)
      tags.push(`<meta property="og:image:height" content="${PREVIEW_HEIGHT}">`)
    }
    if (head.imageAlt) tags.push(`<meta property="og:image:alt" content="${escapeHtml(head.imageAlt)}">`)
    tags.push(`<meta name="twitter:card" content="${head.isPortrait ? 'summary' : 'summary_large_image'}">`)
  }
  if (head.article) {
    const { published, modified, author } = head.article
    tags.push(`<meta property="article:published_time" content="${escapeHtml(published)}">`)
    tags.push(`<meta property="article:modified_time" content="${escapeHtml(modified)}">`)
    tags.push(`<meta name="author" content="${escapeHtml(author)}">`)
  }
  for (const feed of head.feeds ?? []) {
    const [name, path] = [escapeHtml(feed.title), escapeHtml(encodeURI(feed.path))]
    tags.push(`<link rel="alternate" type="application/atom+xml" title="${name}" href="${path}">`)
  }
  if (head.description) {
    const description = escapeHtml(head.description)
    tags.push(`<meta name="description" content="${description}">`)
    tags.push(`<meta property="og:description" content="${description}">`)
  }
  return tags.join('\n    ')
}

/** A path with letters of other scripts, as addresses have them; what is written so already stays. */
function inAscii(path: string): string {
  return path.replace(/[^\x21-\x7e]+/g, encodeURI)
}
