/** Turns the text of an item into Markdown. What Markdown has no signs for stays HTML, which Markdown allows. */
import TurndownService from 'turndown'
import { PICTURES } from '../../domain/export/items.ts'
import { fileOf, readFile } from '../../domain/uploads/picture.ts'

/** @param html clean HTML (server/lib/html.ts) @returns the text, and the files of its pictures */
export function toMarkdown(html: string): { markdown: string; pictures: string[] } {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const pictures = [...body.querySelectorAll('img')].flatMap(image => moveToFolder(image) ?? [])
  return { markdown: service().turndown(body), pictures: [...new Set(pictures)] }
}

const UPLOAD = /^\/uploads\/([^/]+)$/

/** Lets a picture name its file in the folder. Its size comes back when it is imported. */
function moveToFolder(image: HTMLImageElement): string | null {
  for (const name of ['srcset', 'sizes', 'width', 'height']) image.removeAttribute(name)
  if (/^aspect-ratio:[\d/]+;?$/.test(image.getAttribute('style') ?? '')) image.removeAttribute('style')
  const [, file = ''] = UPLOAD.exec(image.getAttribute('src') ?? '') ?? []
  const stored = readFile(file)
  if (!stored) return null
  image.setAttribute('src', `${PICTURES}/${fileOf(stored)}`)
  return fileOf(stored)
}

function service(): TurndownService {
  const turndown = new TurndownService({
    ...{ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', emDelimiter: '*', hr: '---' }
  })
  const plain = turndown.escape.bind(turndown)
  turndown.escape = text => plain(text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;'))
  // A later rule wins, so the one of plain pictures follows.
  turndown.addRule('block', {
    filter: node => isBlock(node) && staysHtml(node),
    // A line break would end the HTML.
    replacement: (_, node) => `\n\n${(node as HTMLElement).outerHTML.replaceAll('\n', '&#10;')}\n\n`
  })
  turndown.addRule('strike', { filter: ['s'], replacement: text => `~~${text}~~` })
  turndown.addRule('inline', {
    filter: node => INLINE.has(node.nodeName) || (hasLanguage(node) && !isBlock(node)),
    replacement: (text, node) => {
      const [start, end] = tagsOf(node as HTMLElement)
      return `${start}${text}${end}`
    }
  })
  turndown.addRule('picture', {
    filter: node => node.nodeName === 'FIGURE' && isPlainPicture(node),
    replacement: (_, node) => `\n\n${pictureOf(node as HTMLElement)}\n\n`
  })
  turndown.addRule('image', {
    filter: node => node.nodeName === 'IMG' && !isPlain(node),
    replacement: (_, node) => (node as HTMLElement).outerHTML
  })
  return turndown
}

const INLINE = new Set(['U', 'SUB', 'SUP'])
const BLOCKS = /^(?:P|H[1-6]|UL|OL|LI|BLOCKQUOTE|PRE|TABLE|FIGURE)$/

const isBlock = (node: Node): boolean => BLOCKS.test(node.nodeName)

const hasLanguage = (node: HTMLElement): boolean => node.hasAttribute('lang') || node.hasAttribute('dir')

function staysHtml(node: HTMLElement): boolean {
  if (node.nodeName === 'TABLE' || node.nodeName === 'FIGURE' || hasLanguage(node)) return true
  const isList = node.nodeName === 'UL' || node.nodeName === 'OL'
  return isList && node.querySelector('[lang], [dir], table, figure') !== null
}

/** The start and the end of an element, with its attributes. */
function tagsOf(node: HTMLElement): [string, string] {
  const end = `</${node.nodeName.toLowerCase()}>`
  const empty = (node.cloneNode(false) as HTMLElement).outerHTML
  return [empty.slice(0, -end.length), end]
}

/** A picture across the column. Markdown has no signs for a picture at the side or with a width. */
const isPlain = (image: Element): boolean => !image.hasAttribute('style') && !image.hasAttribute('class')

function isPlainPicture(figure: HTMLElement): boolean {
  const [image, caption, ...more] = figure.children
  return (
    figure.className === 'image' &&
    figure.attributes.length === 1 &&
    image?.nodeName === 'IMG' &&
    isPlain(image) &&
    !image.hasAttribute('title') &&
    more.length === 0 &&
    (!caption || (caption.childElementCount === 0 && !hasLanguage(caption as HTMLElement)))
  )
}

/** The caption is the title, as many programs show it. */
function pictureOf(figure: HTMLElement): string {
  const [image, caption] = figure.children
  const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim()
  const alt = plain(image?.getAttribute('alt') ?? '').replace(/[[\]\\]/g, '\\$&')
  const title = plain(caption?.textContent ?? '').replace(/["\\]/g, '\\$&')
  return `![${alt}](${image?.getAttribute('src') ?? ''}${title ? ` "${title}"` : ''})`
}
