import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { headTags, settings } from './html-document.ts'

const tagsOf = (appUrl: string, image?: string): string => {
  const config = { ...settings(readConfig({ APP_URL: appUrl })), csrf_token: 'token', server_time: 0 }
  const head = { title: 'Morning', ...(image ? { image } : {}) }
  return headTags({ head, canonical: '/ada/morning', serverData: null, status: 200 }, config)
}

test('a page with a picture shows it in the preview of a link, at the address by which people reach the product', {
  tags: 'D-20'
}, () => {
  const tags = tagsOf('https://hut.example', '/uploads/a.jpg')
  expect(tags).toContain('<meta property="og:image" content="https://hut.example/uploads/a.jpg">')
  expect(tags).toContain('<meta name="twitter:card" content="summary_large_image">')
  expect(tags).toContain('<meta property="og:url" content="https://hut.example/ada/morning">')
})

test('without a picture, or without such an address, there is none', { tags: 'D-20' }, () => {
  for (const tags of [tagsOf('https://hut.example'), tagsOf('', '/uploads/a.jpg')]) {
    expect(tags).not.toContain('og:image')
    expect(tags).not.toContain('twitter:card')
  }
})
