/** Tests how the head, the data and the scripts of a page are put into the shell. */
import { expect, test } from 'vitest'
import type { Embedded } from '../../../domain/app.ts'
import { readConfig } from '../config.ts'
import { type Found, headTags, htmlDocument, settings } from './html-document.ts'

const SHELL =
  '<html><head><script type="module" src="/assets/a.js"></script><link rel="modulepreload" href="/assets/b.js">' +
  '<link rel="stylesheet" href="/assets/c.css"><!--head--></head><body><div id="root"><!--root--></div><!--embedded--></body></html>'
const config = (values: Record<string, string> = { APP_URL: 'https://hut.example' }) => ({
  ...settings(readConfig(values)),
  csrf_token: 'a "token"',
  server_time: 0
})
const embedded = (title: string) => ({ serverData: { title }, user: null, config: config() }) as unknown as Embedded
const tags = (found: Partial<Found>, values?: Record<string, string>) =>
  headTags({ head: { title: 'Morning' }, serverData: null, status: 200, ...found }, config(values))

/** The page's data as a browser reads it. */
const dataIn = (html: string) => JSON.parse(/id="embedded">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

test.each(['</script><script>alert(1)</script>', '<!--', '$& $` $1 $$', '\u2028 "quoted" \\', '<!--head-->'])(
  'the data of a page stays unchanged and cannot end an element: %j',
  title => {
    const html = htmlDocument(SHELL, '<title>A</title>', embedded(title))
    expect(dataIn(html).serverData.title).toBe(title)
    expect(html.split('<script')).toHaveLength(3)
    expect(html.split('<title>')).toHaveLength(2)
  }
)

test('special replacement signs stay unchanged in the head and in the page', () => {
  const html = htmlDocument(SHELL, '<title>$& $1</title>', embedded('A'), '<main>$$ $`</main>')
  expect(html).toContain('<title>$& $1</title>')
  expect(html).toContain('<div id="root"><main>$$ $`</main></div>')
})

test('the scripts of a rendered page wait in a template in order, and its styles do not', () => {
  const html = htmlDocument(SHELL, '', embedded('A'), '<main>Hi</main>')
  expect(html).toContain(
    '<template id="scripts"><script type="module" src="/assets/a.js"></script><link rel="modulepreload" href="/assets/b.js"></template></head>'
  )
  expect(html.indexOf('a.js')).toBeGreaterThan(html.indexOf('c.css'))
  expect(html.split('a.js')).toHaveLength(2)
  expect(htmlDocument(SHELL, '', embedded('A'))).not.toContain('<template')
})

test('titles, names and tokens are escaped in the head', () => {
  const head = tags(
    { head: { title: '"<b>" & more', description: 'It is "so"' } },
    { APP_NAME: "Ada's <hut>", APP_URL: 'https://hut.example' }
  )
  expect(head).toContain('<title>&quot;&lt;b&gt;&quot; &amp; more · Ada&#39;s &lt;hut&gt;</title>')
  expect(head).toContain('content="a &quot;token&quot;"')
  expect(head).toContain('<meta name="description" content="It is &quot;so&quot;">')
  expect(head).not.toMatch(/<b>|<hut>/)
})

test('a page without a canonical address gets noindex, and a page with one does not', {
  tags: 'PUB-105'
}, () => {
  expect(tags({})).toContain('<meta name="robots" content="noindex">')
  expect(tags({})).not.toContain('canonical')
  const known = tags({ canonical: '/ada/morning' })
  expect(known).toContain('<link rel="canonical" href="https://hut.example/ada/morning">')
  expect(known).not.toContain('noindex')
  // The Host header can be forged, so without APP_URL there is neither tag.
  const unknown = tags({ canonical: '/ada/morning' }, {})
  expect(unknown).not.toMatch(/canonical|noindex|og:url/)
})

test('a drawn picture has its size, a portrait is shown small, and a feed is linked', {
  tags: 'D-20'
}, () => {
  const drawn = tags({ head: { title: 'A', image: '/preview.png?of=a' } })
  expect(drawn).toMatch(/og:image:width" content="\d+"/)
  expect(drawn).toContain('<meta name="twitter:card" content="summary_large_image">')
  const portrait = tags({ head: { title: 'A', image: '/uploads/a.jpg', isPortrait: true } })
  expect(portrait).toContain('<meta name="twitter:card" content="summary">')
  expect(portrait).not.toContain('og:image:width')
  const feeds = [{ title: 'Ada', path: '/ada/feed.atom' }]
  expect(tags({ head: { title: 'A', feeds } })).toContain(
    '<link rel="alternate" type="application/atom+xml" title="Ada" href="/ada/feed.atom">'
  )
})

test('an article describes itself to search engines, and its title cannot end the description', {
  tags: 'PUB-010'
}, () => {
  const title = 'On </script><b> walking'
  const article = { published: '2026-02-03T10:00:00.000Z', modified: '2026-02-04T10:00:00.000Z', author: 'Rosa' }
  const head = { title, image: '/preview.png?of=a', article }
  const html = tags({ head, canonical: '/rosa/on-walking' })
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(data)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    url: 'https://hut.example/rosa/on-walking',
    image: 'https://hut.example/preview.png?of=a',
    datePublished: article.published,
    dateModified: article.modified,
    author: { '@type': 'Person', name: 'Rosa' }
  })
  // A page that search engines should skip, and a server without APP_URL, have none.
  expect(tags({ head })).not.toContain('ld+json')
  expect(tags({ head, canonical: '/rosa/on-walking' }, {})).not.toContain('ld+json')
})

const described = (head: object, canonical = '/sessions/squats') => {
  const html = tags({ head: { title: 'Squats', ...head }, canonical })
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return { html, data: data.map(([, text = '']) => JSON.parse(text)) }
}

test('a session with a start is an event, and names the way to it', () => {
  const trail = [
    { title: 'Home', path: '/' },
    { title: 'Squats', path: '/sessions/squats' }
  ]
  const event = { starts: '2026-03-02T18:00:00.000Z', ends: '2026-03-02T19:00:00.000Z' }
  const { data } = described({ event, trail, description: 'Bring water' })
  expect(data).toMatchObject([
    {
      '@type': 'Event',
      name: 'Squats',
      startDate: event.starts,
      endDate: event.ends,
      description: 'Bring water',
      location: { '@type': 'VirtualLocation', url: 'https://hut.example/sessions/squats' }
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://hut.example/' },
        { position: 2, name: 'Squats', item: 'https://hut.example/sessions/squats' }
      ]
    }
  ])
  expect(described({ event: { ...event, ends: null } }).data[0]).not.toHaveProperty('endDate')
})

test('a person’s page is a profile', () => {
  const { html, data } = described({ title: 'Rosa', person: { username: 'rosa"' } }, '/rosa')
  expect(html).toContain('<meta property="og:type" content="profile">')
  expect(html).toContain('<meta property="profile:username" content="rosa&quot;">')
  expect(data).toMatchObject([
    { '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: 'Rosa', url: 'https://hut.example/rosa' } }
  ])
})
