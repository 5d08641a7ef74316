/** Builds the HTML of a page from the shell, its head, its data and, for visitors, its rendered content. */
import type { Embedded } from '../../../domain/app.ts'
import { CREATED } from '../../../domain/lib/endpoint.ts'
import type { Head } from '../../../domain/lib/page.ts'
import { escapeHtml } from '../../../domain/lib/plain-text.ts'
import { asciiPath } from '../../../domain/lib/slug.ts'
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../../domain/previews/preview.ts'
import { shadesOf } from '../../../domain/settings/accent.ts'
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import { jsonLd } from './json-ld.ts'

/** The loaded page, or the status of its refusal. */
export interface Found {
  head: Head
  /** The path that search engines should use; absent if they should skip the page. */
  canonical?: string
  serverData: Embedded['serverData']
  status: number
  refusal?: string
}

/** The part of the embedded config that is the same for everyone. */
export function settings(config: Config): Omit<Embedded['config'], 'csrf_token' | 'server_time'> {
  return {
    app_name: config.hut.name,
    app_version: version,
    app_url: config.appUrl ?? '',
    per_page: config.perPage,
    is_free: config.hut.payments === 'off',
    contact: config.hut.contact,
    source_url: config.sourceUrl,
    logo: config.hut.logo,
    accent: config.hut.accent,
    announcement: config.hut.announcement,
    has_imprint: config.hut.imprint !== '',
    sends_mail: config.smtp !== null,
    registration: config.hut.registration,
    single_sign_on: config.oidc && { name: config.oidc.name, is_only: config.oidc.only },
    members_invite: config.hut.members_invite === 1,
    members_only: config.hut.members_only === 1,
    staff_only: CREATED.filter(kind => config.hut[`create_${kind}`] === 'staff'),
    socket_url: '/socket'
  }
}

/** Fills the shell with a page. @param rendered the page's HTML; empty when the browser renders it */
export function htmlDocument(shell: string, head: string, embedded: Embedded, rendered = ''): string {
  const text = scriptJson(embedded)
  return (rendered ? withLateScripts(shell) : shell)
    .replace('<!--head-->', () => head)
    .replace('<!--embedded-->', () => `<script type="application/json" id="embedded">${text}</script>`)
    .replace('<!--root-->', () => rendered)
}

/** Returns JSON for a script element. Escapes `<`, because a text in the data could end the element. */
function scriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

const SCRIPTS = /<script type="module".*?<\/script>|<link rel="modulepreload".*?>/g

/**
 * Moves the scripts of a rendered page into a template. It needs only styles and fonts to be shown, and scripts would
 * delay them on a slow connection. The scripts start after the page is painted (client/public/theme.js).
 */
function withLateScripts(shell: string): string {
  const scripts = shell.match(SCRIPTS) ?? []
  return shell.replace(SCRIPTS, '').replace('</head>', `<template id="scripts">${scripts.join('')}</template></head>`)
}

/** Replaces the shades of the theme's main colour (client/theme.ts). */
function accentStyle(accent: string): string {
  const shades = shadesOf(accent)
  const rules = (colours: readonly (readonly [string | number, string | undefined])[]) =>
    colours.map(([name, colour]) => `--mantine-color-ember-${name}:${colour}!important`).join(';')
  const onDark = (percent: number) => `color-mix(in srgb,${shades[5]} ${percent}%,#1c1714)`
  const dark = rules([
    ['filled-hover', shades[3]],
    ['light', onDark(30)],
    ['light-hover', onDark(38)],
    ['light-color', shades[2]]
  ])
  return `:root{${rules([...shades.entries()])}}:root[data-mantine-color-scheme=dark]{${dark}}`
}

/** The tags of the head: title, link preview, feeds. */
export function headTags({ head, canonical }: Found, config: Embedded['config']): string {
  const title = `${head.title} · ${config.app_name}`
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="csrf-token" content="${escapeHtml(config.csrf_token)}">`,
    `<meta property="og:site_name" content="${escapeHtml(config.app_name)}">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:type" content="${head.article ? 'article' : head.person ? 'profile' : 'website'}">`
  ]
  // Use `APP_URL` only, because the Host header can be forged.
  const absolute = (path: string): string => escapeHtml(config.app_url + path)
  if (canonical === undefined) tags.push('<meta name="robots" content="noindex">')
  else if (config.app_url) {
    const address = absolute(asciiPath(canonical))
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
  if (head.person) tags.push(`<meta property="profile:username" content="${escapeHtml(head.person.username)}">`)
  if (config.app_url && canonical !== undefined) {
    const full = (path: string): string => config.app_url + asciiPath(path)
    for (const data of jsonLd(head, config, full(canonical), full)) {
      tags.push(`<script type="application/ld+json">${scriptJson(data)}</script>`)
    }
  }
  for (const feed of head.feeds ?? []) {
    const [name, path] = [escapeHtml(feed.title), escapeHtml(encodeURI(feed.path))]
    tags.push(`<link rel="alternate" type="application/atom+xml" title="${name}" href="${path}">`)
  }
  if (config.accent) tags.push(`<style>${accentStyle(config.accent)}</style>`)
  if (head.description) {
    const description = escapeHtml(head.description)
    tags.push(`<meta name="description" content="${description}">`)
    tags.push(`<meta property="og:description" content="${description}">`)
  }
  return tags.join('\n    ')
}
