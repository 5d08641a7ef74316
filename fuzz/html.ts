/** Rich text: whatever is sent, the stored text has only the allowed tags, attributes and addresses. */
import { safeHtml } from '../server/lib/html.ts'
import { HARMFUL_TEXTS } from '../testing/input/harmful-texts.ts'
import { RICH_TEXTS } from '../testing/input/rich-texts.ts'
import type { Dice } from './lib/dice.ts'
import type { PureTarget } from './lib/run.ts'
import { anyText } from './lib/values.ts'

const KNOWN = [...HARMFUL_TEXTS.map(([, sent]) => sent), ...Object.values(RICH_TEXTS)]
const PIECES = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '`',
    '=',
    ' ',
    '&',
    ';',
    '\n',
    '\t',
    '\0',
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>'
  ],
  ...[
    '<p>',
    '</p>',
    '<img src=',
    '<a href=',
    '<svg>',
    '<math>',
    '<style>',
    '</style>',
    '<title>',
    '<textarea>',
    '<table>'
  ],
  ...[
    '<script>',
    '</script>',
    '<noscript>',
    '<template>',
    '<figure class=image style="',
    '<code class=language-',
    '<pre>'
  ],
  ...[
    'onerror=',
    'javascript:',
    'data:text/html,',
    'srcset="/uploads/a.png 1x, ',
    '/uploads/a.png',
    'https:',
    '&#106;'
  ],
  ...['&lt;', '&#x3c;', '&colon;', '&NewLine;', 'aspect-ratio:1/1;', 'width:50%;', 'expression(', 'url(', 'ﬀ', 'K']
]
const TAGS =
  'p,h1,h2,h3,h4,h5,h6,br,hr,blockquote,ul,ol,li,pre,code,strong,b,em,i,u,s,sub,sup,a,figure,figcaption,img,table,thead,tbody,tr,th,td'
const ATTRIBUTES = 'lang,dir,href,title,rel,src,srcset,sizes,alt,width,height,class,style,start,colspan,rowspan'
const TAG = new RegExp(
  `^<(?:/(?:${TAGS.replaceAll(',', '|')})|(?:${TAGS.replaceAll(',', '|')})(?: (?:${ATTRIBUTES.replaceAll(',', '|')})(?:="[^"<>]*")?)* ?/?)>$`
)
/** The scheme that a browser reads in an address: it ignores spaces and control characters. */
const ADDRESS = / (?:href|src)="([^"]*)"/
const SCHEME = /^(?!https?:|mailto:)[a-z][a-z0-9+.-]*:/i
const ENTITIES: [RegExp, string][] = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&amp;/g, '&']
]

export const html: PureTarget<string> = {
  make(dice) {
    const text = dice.chance(0.5) ? spoiled(dice, dice.pick(KNOWN)) : ''
    return (text + dice.some(30, () => dice.pick(PIECES)).join('')).slice(0, 20_000)
  },
  check(sent) {
    // A text that was opened and saved is cleaned again.
    const stored = safeHtml(sent)
    for (const [tag] of `${stored}${safeHtml(stored)}`.matchAll(/<[^>]*>?/g)) {
      if (!TAG.test(tag)) return `it has ${tag.slice(0, 200)}`
      const address = ENTITIES.reduce(
        (text, [entity, sign]) => text.replace(entity, sign),
        ADDRESS.exec(tag)?.[1] ?? ''
      )
      if (SCHEME.test(address.replace(/[\0-\x20]/g, ''))) return `it leads to ${tag.slice(0, 200)}`
    }
    return null
  }
}

/** Cuts, repeats and inserts pieces. */
function spoiled(dice: Dice, text: string): string {
  let result = text
  for (let changes = dice.int(5); changes > 0; changes--) {
    const at = dice.int(result.length + 1)
    const insert = dice.pick([dice.pick(PIECES), dice.pick(PIECES), dice.pick(KNOWN), anyText(dice).slice(0, 50), ''])
    result = result.slice(0, at) + insert + result.slice(at + dice.int(12))
  }
  return result
}
