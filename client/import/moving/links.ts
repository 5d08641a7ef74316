/** Links between the things of a file. They get the addresses that the things have here; any other link stays. */
import { splitLinks } from '../../../domain/lib/links.ts'

export interface Places {
  /** The address of the other hut, such as `https://old.example`; null when the file doesn't name it. */
  origin: string | null
  /** The paths here, by those in the other hut. */
  paths: Map<string, string>
}

/** Changes the links of an HTML text. The server cleans it afterwards. */
export function withLinks(html: string, places: Places): string {
  if (!html.includes('<a ')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  let isChanged = false
  for (const link of body.querySelectorAll('a[href]')) {
    const here = placeOf(link.getAttribute('href') ?? '', places)
    if (here === null) continue
    link.setAttribute('href', here)
    isChanged = true
  }
  return isChanged ? body.innerHTML : html
}

/** Changes the addresses in a plain text, where only whole ones are links. */
export function withAddresses(text: string, places: Places): string {
  if (!places.origin || !text.includes(places.origin)) return text
  return splitLinks(text)
    .map(piece => {
      const here = piece.isLink ? placeOf(piece.text, places) : null
      return here === null ? piece.text : location.origin + here
    })
    .join('')
}

/** Where a link leads here; null when it leads to nothing that came along. */
function placeOf(href: string, { origin, paths }: Places): string | null {
  const address = origin !== null && href.startsWith(`${origin}/`) ? href.slice(origin.length) : href
  const [, path = '', rest = ''] = /^(\/[^?#]*)(.*)$/s.exec(address) ?? []
  const here = paths.get(pathKey(path))
  return here === undefined ? null : here + rest
}

/** Names are the same in upper and lower case. */
export function pathKey(path: string): string {
  const plain = path.replace(/(.)\/$/, '$1')
  try {
    return decodeURI(plain).toLowerCase()
  } catch {
    return plain.toLowerCase()
  }
}
